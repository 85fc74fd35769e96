/** The embedded database cannot start; the message says why and what to do, for the operator's eyes. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError'
}
