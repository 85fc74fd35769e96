import { api } from '#contract/api.ts'
import { ask } from '../../lib/api.ts'
import type { Shelf } from './shelf.ts'

/** Rows that one request reads at most. */
const most = 1000
/** Rows of one shelf that are read at first; more come while one scrolls. */
const firstRows = 200

type Asked = {
  /** So many rows were there already. */
  readonly atLeast?: number
  /** Where to go on. */
  readonly page?: string
  readonly signal?: AbortSignal
}

/** One shelf from its first row on, or from a page on; as many rows as were there, or those of one page. */
export async function readRows(
  organizationId: string,
  parentId: string | null,
  { atLeast = 0, page, signal }: Asked = {},
): Promise<Shelf> {
  const wanted = page === undefined ? Math.max(firstRows, atLeast) : most
  let shelf = await readPage(organizationId, parentId, { limit: Math.min(wanted, most), page, signal })
  while (shelf.next !== undefined && shelf.items.length < wanted) {
    const limit = Math.min(wanted - shelf.items.length, most)
    shelf = joined(shelf, await readPage(organizationId, parentId, { limit, page: shelf.next, signal }))
  }
  return shelf
}

async function readPage(
  organizationId: string,
  parentId: string | null,
  { limit, page, signal }: { limit: number; page: string | undefined; signal: AbortSignal | undefined },
): Promise<Shelf> {
  const query = { limit, ...(page ? { page } : {}), ...(parentId === null ? {} : { parent: parentId }) }
  const input = { params: { organizationId }, query }
  const { items, count, next } = await ask(api.library.list, input, signal ? { signal } : {})
  return { items, count, ...(next ? { next: next.page } : {}) }
}

/** The rows of a shelf and those after them; what moved down meanwhile comes twice and is shown once. */
export const joined = (shelf: Shelf, more: Shelf): Shelf => {
  const known = new Set(shelf.items.map(({ id }) => id))
  return { ...more, items: [...shelf.items, ...more.items.filter(({ id }) => !known.has(id))] }
}
