import { type SelectQueryBuilder, sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { DomainError } from '../errors.ts'

type Key = string | number | boolean | null

/** The order of a list: the columns together are unique, so that page tokens stay valid after inserts and deletes. */
export type Keyset<Row> = {
  /** SQL references, such as `space.created_at`; all have the same direction. */
  readonly columns: readonly string[]
  /** The values of those columns in a row. */
  readonly keyOf: (row: Row) => readonly (Key | Date)[]
  readonly direction?: 'asc' | 'desc'
}

/** The `next` part and the rows of one page of a list. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly next?: { readonly page: string } }

/** A list in the format of the API: the presented rows, with `next` only if there are more. */
export const listResponse = <Row, Item>(
  { rows, next, count }: Page<Row> & { readonly count: number },
  present: (row: Row) => Item,
) => ({ ...(next ? { next } : {}), count, items: rows.map(present) })

/** Reads one page after the row of the page token; one more row is read to know whether there is a next page. */
export async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  keyset: Keyset<Row>,
  paging: Paging,
): Promise<Page<Row>> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  if (limit === 0) return { rows: [] }
  const direction = keyset.direction ?? 'asc'
  let selected = query
  if (paging.page !== undefined) {
    const after = decodeCursor(paging.page, keyset.columns.length)
    const columns = sql.join(keyset.columns.map((column) => sql.ref(column)))
    const sign = direction === 'asc' ? sql`>` : sql`<`
    selected = selected.where(sql<boolean>`(${columns}) ${sign} (${sql.join(after)})`)
  }
  for (const column of keyset.columns) selected = selected.orderBy(sql.ref(column), direction)
  const rows = await selected.limit(limit + 1).execute()
  return pageFromRows(rows, limit, keyset.keyOf)
}

/** Removes the extra row and creates the token of the next page from the last remaining row. */
export function pageFromRows<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (Key | Date)[],
): Page<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last === undefined
    ? { rows }
    : { rows: rows.slice(0, limit), next: { page: encodeCursor(keyOf(last)) } }
}

/** A page token: opaque to the caller. */
export const encodeCursor = (key: readonly (Key | Date)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** @throws {DomainError} `validation` if `encodeCursor` did not create the token for a list in this order */
export function decodeCursor(page: string, length: number): readonly Key[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(page, 'base64url').toString())
    if (Array.isArray(key) && key.length === length && key.every(isKey)) return key
  } catch {
    // Not JSON: refused below like any other invalid token.
  }
  throw new DomainError('validation', 'This page of results doesn’t exist', {
    issues: [{ path: ['query', 'page'], message: 'Send the value of “next.page” from a response' }],
  })
}

const isKey = (value: unknown): value is Key =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
