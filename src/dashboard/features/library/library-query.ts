import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { ask, keyOf } from '../../lib/api.ts'
import { hearChanges } from './hear-changes.ts'
import { readRows } from './read-rows.ts'
import { keyOfShelf, type Shelves, shelvesOf } from './shelves.ts'
import { openedBefore } from './use-opened.ts'

/** Rows that one request reads at most. */
const most = 1000
/** A library of more than this is read shelf by shelf, as they are opened. */
const wholeUpTo = 12_000
/** Of the shelves left open so many are read again at once. */
const atOnce = 40

/**
 * The shelves of a library: of all but the largest ones every shelf, in as few requests as there are pages. What is
 * there already is shown while the rest comes.
 */
export const libraryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...keyOf(api.library.list, { params: { organizationId } }), 'shelves'],
    queryFn: async ({ client, signal, queryKey }): Promise<Shelves> => {
      const before = client.getQueryData<Shelves>(queryKey)
      if (before?.state === 'pieces') return await readPieces(organizationId, before, signal)
      const items: LibraryItem[] = []
      let page: string | undefined
      do {
        const query = { nested: true, limit: most, ...(page ? { page } : {}) }
        const answer = await ask(api.library.list, { params: { organizationId }, query }, { signal })
        if (answer.count > wholeUpTo) return await readPieces(organizationId, before, signal)
        items.push(...answer.items)
        page = answer.next?.page
        if (page && before === undefined && !signal.aborted)
          client.setQueryData<Shelves>(queryKey, shelvesOf(items, 'reading'))
      } while (page !== undefined)
      return shelvesOf(items, 'whole')
    },
    meta: { hear: hearChanges },
  })

/** The top, and what was open; what cannot be read is read when it is looked at. */
async function readPieces(
  organizationId: string,
  before: Shelves | undefined,
  signal: AbortSignal,
): Promise<Shelves> {
  const known = before?.state === 'pieces' ? Object.keys(before.shelves) : openedBefore(organizationId)
  const ids = [null, ...known.filter((id) => id !== '').slice(0, atOnce)]
  const read = ids.map((id) =>
    readRows(organizationId, id, { atLeast: before?.shelves[keyOfShelf(id)]?.items.length ?? 0, signal }),
  )
  const [top, ...rest] = await Promise.allSettled(read)
  if (top?.status !== 'fulfilled') throw top?.reason
  const found = rest.flatMap((end, at) => {
    const id = ids[at + 1]
    return end.status === 'fulfilled' && id ? [[id, end.value] as const] : []
  })
  return { shelves: { '': top.value, ...Object.fromEntries(found) }, state: 'pieces' }
}

/** Waits for the first rows only; the rest comes while they are looked at. */
export function readLibrary(client: QueryClient, organizationId: string): Promise<unknown> {
  const query = libraryQuery(organizationId)
  const isThere = () => client.getQueryData(query.queryKey) !== undefined
  const read = client.ensureQueryData({ ...query, revalidateIfStale: true })
  if (isThere()) return Promise.resolve()
  const first = Promise.withResolvers<void>()
  const stop = client.getQueryCache().subscribe(() => isThere() && first.resolve())
  return Promise.race([read, first.promise]).finally(stop)
}
