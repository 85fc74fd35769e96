/** The embedded database cannot start; the message says why and what to do, for the operator's eyes. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError'
}

/** The data of a running service disappeared. A new start would set up an empty database in its place. */
export class DataFolderLostError extends PostgresStartError {}
