/** The words of a text, as written between spaces. */
export const words = (text: string): ReadonlyArray<string> => text.match(/\S+/g) ?? []
