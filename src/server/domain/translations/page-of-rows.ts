import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { decodeCursor, type Page, pageFromRows } from '../../db/page.ts'

/** The position of a row in a list: a text that orders it, and an id for equal texts. */
export type RowKey = readonly [order: string, id: string]

/** One page of rows that were read as a whole, with the count of all. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  paging: Paging,
  keyOf: (row: Row) => RowKey,
): Page<Row> & { readonly count: number } {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  if (limit === 0) return { rows: [], count: rows.length }
  const sorted = rows.toSorted((a, b) => (isBefore(keyOf(a), keyOf(b)) ? -1 : 1))
  const [order, id] = paging.page === undefined ? [] : decodeCursor(paging.page, 2)
  const rest =
    order === undefined ? sorted : sorted.filter((row) => isBefore([String(order), String(id)], keyOf(row)))
  return { ...pageFromRows(rest.slice(0, limit + 1), limit, keyOf), count: rows.length }
}

const isBefore = (a: RowKey, b: RowKey): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
