/** A document that is invalid or cannot be stored as Markdown. */
export class DocumentError extends Error {
  override readonly name = 'DocumentFault'

  /** The path to the invalid part, such as `['nodes', 2, 'data', 'ref']`. */
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], message: string) {
    super(message)
    this.path = path
  }
}
