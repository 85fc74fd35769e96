import { type RawBuilder, sql } from 'kysely'
import { type Db, prepared, type Tx, writes } from './client.ts'

/** A write, or what one reads, as a common table expression; `name` is unique in its statement. */
export type WritePart = { readonly name: string; readonly query: RawBuilder<unknown> }

/**
 * Runs writes as one statement, because the way to the database and back takes longer than a small write. A part sees the
 * rows from before the statement and what the parts that it names return, but no other rows that these write.
 */
export async function writeTogether(db: Db | Tx, parts: readonly WritePart[]): Promise<void> {
  if (parts.length === 0) return
  const expressions = parts.map(({ name, query }) => sql`${sql.raw(name)} as ${query}`)
  await sql`${prepared}${writes}with ${sql.join(expressions)} select`.execute(db)
}
