import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { LibraryItem } from '#contract/library.ts'
import { callApi, isApiError, keyOf, q, qPages } from '../../data/api.ts'
import type { OnChangeEvents } from '../../data/freshness.ts'
import { readLocalStorage, useLocalStorage } from '../../hooks/use-local-storage.ts'
import { listOf, text } from '../../lib/search-params.ts'
import {
  type Contents,
  contentsKey,
  contentsOfParent,
  findItem,
  type Library,
  libraryFrom,
  withContents,
} from './library-data.ts'
import type { LibrarySearch } from './search-params.ts'

/** Merges params into the current ones; an undefined value removes the param. */
export type OnSearch = (change: Partial<LibrarySearch>, options?: { replace?: boolean }) => void

/** The API returns at most this many rows per request. */
const MAX_PAGE_SIZE = 1000
/** A larger library is read one collection at a time, as collections are opened. */
const MAX_COMPLETE_LIBRARY = 12_000
/** How many of the collections left open are read with the first request. */
const MAX_OPEN_COLLECTIONS = 40

/**
 * The library by collection. All but the largest libraries are read completely; the pages already read are shown
 * while the others load.
 */
export const libraryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...keyOf(api.library.list, { params: { organizationId } }), 'contents'],
    queryFn: async ({ client, signal, queryKey }): Promise<Library> => {
      const before = client.getQueryData<Library>(queryKey)
      if (before?.state === 'partial') return await readPartial(organizationId, before, signal)
      const items: LibraryItem[] = []
      let cursor: string | undefined
      do {
        const query = { nested: true, limit: MAX_PAGE_SIZE, ...(cursor ? { page: cursor } : {}) }
        const page = await callApi(api.library.list, { params: { organizationId }, query }, { signal })
        if (page.count > MAX_COMPLETE_LIBRARY) return await readPartial(organizationId, before, signal)
        items.push(...page.items)
        cursor = page.next?.page
        if (cursor && before === undefined && !signal.aborted)
          client.setQueryData<Library>(queryKey, libraryFrom(items, 'loading'))
      } while (cursor !== undefined)
      return libraryFrom(items, 'complete')
    },
    meta: { onChangeEvents: refetchChangedContents },
  })

/** Reads the top level and the open collections. A collection that fails to load is retried once it scrolls into view. */
async function readPartial(
  organizationId: string,
  before: Library | undefined,
  signal: AbortSignal,
): Promise<Library> {
  const openIds =
    before?.state === 'partial' ? Object.keys(before.contents) : storedOpenCollections(organizationId)
  const ids = [null, ...openIds.filter((id) => id !== '').slice(0, MAX_OPEN_COLLECTIONS)]
  const read = ids.map((id) =>
    readContents(organizationId, id, {
      atLeast: before?.contents[contentsKey(id)]?.items.length ?? 0,
      signal,
    }),
  )
  const [top, ...others] = await Promise.allSettled(read)
  if (top?.status !== 'fulfilled') throw top?.reason
  const loaded = others.flatMap((result, at) => {
    const id = ids[at + 1]
    return result.status === 'fulfilled' && id ? [[id, result.value] as const] : []
  })
  return { contents: { '': top.value, ...Object.fromEntries(loaded) }, state: 'partial' }
}

/** Resolves with the first rows; the others load in the background. */
export function readLibrary(client: QueryClient, organizationId: string): Promise<unknown> {
  const query = libraryQuery(organizationId)
  const isLoaded = () => client.getQueryData(query.queryKey) !== undefined
  const read = client.ensureQueryData({ ...query, revalidateIfStale: true })
  if (isLoaded()) return Promise.resolve()
  const firstRows = Promise.withResolvers<void>()
  const stop = client.getQueryCache().subscribe(() => isLoaded() && firstRows.resolve())
  return Promise.race([read, firstRows.promise]).finally(stop)
}

/** Spaces in the trash of an organization, most recently deleted first. */
export const trashQuery = (organizationId: string) =>
  qPages(api.library.trash, { params: { organizationId }, query: { limit: 100 } })

/** Rows of a collection to read before the user scrolls. */
const INITIAL_ROWS = 200

type ReadOptions = {
  /** Number of rows shown so far, so that a reload does not shrink the list. */
  readonly atLeast?: number
  /** Cursor of the page to read; the first rows without it. */
  readonly page?: string
  readonly signal?: AbortSignal
}

/** Reads the contents of one collection (null is the top level): the first rows, or one page at a cursor. */
export async function readContents(
  organizationId: string,
  parentId: string | null,
  { atLeast = 0, page, signal }: ReadOptions = {},
): Promise<Contents> {
  const rowCount = page === undefined ? Math.max(INITIAL_ROWS, atLeast) : MAX_PAGE_SIZE
  let contents = await readPage(organizationId, parentId, {
    limit: Math.min(rowCount, MAX_PAGE_SIZE),
    page,
    signal,
  })
  while (contents.next !== undefined && contents.items.length < rowCount) {
    const limit = Math.min(rowCount - contents.items.length, MAX_PAGE_SIZE)
    contents = appendRows(
      contents,
      await readPage(organizationId, parentId, { limit, page: contents.next, signal }),
    )
  }
  return contents
}

async function readPage(
  organizationId: string,
  parentId: string | null,
  { limit, page, signal }: { limit: number; page: string | undefined; signal: AbortSignal | undefined },
): Promise<Contents> {
  const query = { limit, ...(page ? { page } : {}), ...(parentId === null ? {} : { parent: parentId }) }
  const input = { params: { organizationId }, query }
  const { items, count, next } = await callApi(api.library.list, input, signal ? { signal } : {})
  return { items, count, ...(next ? { next: next.page } : {}) }
}

/** Appends a page. A row that moved down between two requests appears in both pages and is kept once. */
export const appendRows = (contents: Contents, more: Contents): Contents => {
  const loadedIds = new Set(contents.items.map(({ id }) => id))
  return { ...more, items: [...contents.items, ...more.items.filter(({ id }) => !loadedIds.has(id))] }
}

/** Above this many changed collections, the whole library is refetched. */
const MAX_REFETCHED = 8

/** Refetches only the collections that someone else changed. False if the events don't tell which ones these are. */
const refetchChangedContents: OnChangeEvents = (client, queryKey, events) => {
  const library = client.getQueryData<Library>(queryKey)
  const organizationId = organizationIn(queryKey)
  const parents = library && changedParents(library, events)
  if (!parents || organizationId === undefined || parents.length > MAX_REFETCHED) return false
  const reads = parents.map(async (parentId) => {
    const atLeast = contentsOfParent(library, parentId)?.items.length ?? 0
    return { parentId, contents: await readContents(organizationId, parentId, { atLeast }) }
  })
  Promise.all(reads).then(
    (read) => {
      // A write that started in the meantime refetches when it settles.
      if (client.isMutating() > 0) return
      client.setQueryData<Library>(
        queryKey,
        (now) =>
          now && read.reduce((all, { parentId, contents }) => withContents(all, parentId, contents), now),
      )
    },
    () => client.invalidateQueries({ queryKey }),
  )
  return true
}

/** Ids of the collections whose contents changed (null is the top level); undefined if unknown. */
export function changedParents(
  library: Library,
  events: readonly ChangeEvent[],
): (string | null)[] | undefined {
  if (library.state === 'loading') return undefined
  const parents = new Set<string | null>()
  for (const event of events) {
    const changed = parentsChangedBy(library, event)
    if (!changed) return undefined
    for (const parent of changed) parents.add(parent)
  }
  return [...parents]
}

function parentsChangedBy(
  library: Library,
  { type, id, parent }: ChangeEvent,
): (string | null)[] | undefined {
  const [kind] = type.split('.')
  if (kind === 'change-request' || kind === 'comment') {
    // A space shows how many of these it has open.
    const space = parent === undefined ? undefined : findItem(library, parent)
    return space ? [space.parentId] : []
  }
  if (kind !== 'space' && kind !== 'collection') return undefined
  const match = findItem(library, id)
  const parents = match ? [match.parentId] : []
  if (parent !== undefined && library.contents[parent]) return [...parents, parent]
  const isAtTop = !match && (parent === undefined || library.state === 'complete')
  return isAtTop ? [null] : parents
}

function organizationIn([, , input]: readonly unknown[]): string | undefined {
  const { params } = (input ?? {}) as { params?: { organizationId?: string } }
  return params?.organizationId
}

/** Ancestors of a collection, outermost first, as far as the caller can see them. */
export const ancestorsQuery = (collection: Collection) =>
  queryOptions({
    queryKey: [
      ...keyOf(api.collections.get, { params: { collectionId: collection.id } }),
      'ancestors',
      collection.parent ?? '',
    ],
    queryFn: async ({ client }): Promise<Collection[]> => {
      const ancestors: Collection[] = []
      for (let { parent } = collection; parent !== undefined; ) {
        const query = q(api.collections.get, { params: { collectionId: parent } })
        const ancestor = await client.ensureQueryData(query).catch(nullIfHidden)
        if (ancestor === null) break
        ancestors.unshift(ancestor)
        parent = ancestor.parent
      }
      return ancestors
    },
  })

/** An ancestor the caller can't see ends the list; any other error is thrown. */
function nullIfHidden(error: unknown): null {
  if (isApiError(error, 404, 403)) return null
  throw error
}

const MAX_STORED_IDS = 5000
const storedIds = listOf(text(), MAX_STORED_IDS)
const nameOf = (organizationId: string): string => `library.open.${organizationId}`

/** The open collections of the tree, stored in this browser per organization. */
export function useOpenCollections(organizationId: string) {
  const [stored, store] = useLocalStorage<string[]>(nameOf(organizationId), storedIds, [])
  const latest = useRef(stored)
  latest.current = stored
  const ids = useMemo(() => new Set(stored), [stored])
  const toggle = useCallback(
    (id: string, open: boolean) => {
      const others = latest.current.filter((one) => one !== id)
      latest.current = open ? [...others, id] : others
      store(latest.current)
    },
    [store],
  )
  const isOpen = useCallback((id: string) => ids.has(id), [ids])
  const openAll = useCallback((all: readonly string[]) => store(all.slice(0, MAX_STORED_IDS)), [store])
  const closeAll = useCallback(() => store([]), [store])
  return { ids, isOpen, toggle, openAll, closeAll }
}

export type OpenCollections = ReturnType<typeof useOpenCollections>

/** The collections that will be open, so that the loader can read them in parallel. */
const storedOpenCollections = (organizationId: string): readonly string[] =>
  readLocalStorage(nameOf(organizationId), storedIds) ?? []
