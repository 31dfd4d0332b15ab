/** A text that was found with a recording, never an empty one. */
export interface FoundText {
  readonly text: string
  /** Where it was found, in words. */
  readonly source: string
}
