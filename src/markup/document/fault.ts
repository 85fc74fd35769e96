/** A document that cannot be kept as it was given. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault'

  /** Steps from the document down to what is wrong, such as `['nodes', 2, 'data', 'ref']`. */
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], message: string) {
    super(message)
    this.path = path
  }
}
