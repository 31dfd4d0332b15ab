/** What a document says of itself. */
export interface OpenApiInfo {
  readonly title: string
  /** The version of what serves the operations, such as the one in its `package.json`. */
  readonly version: string
  /** CommonMark. */
  readonly description: string
  readonly license: { readonly name: string; readonly identifier?: string | undefined }
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0"
  readonly info: OpenApiInfo
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, unknown>>
  readonly security: ReadonlyArray<unknown>
}
