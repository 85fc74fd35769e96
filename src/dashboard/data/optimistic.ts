import type { DataTag, InfiniteData, Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { Route } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import { keyOf } from './api.ts'

type Operation = (data: unknown) => unknown

/** A read with pending writes: what the server sent last, and the writes that are shown on top of it in order. */
type Entry = { server: unknown; readonly operations: Set<Operation> }

type Store = { readonly entries: Map<string, Entry>; isOurs: boolean }

const stores = new WeakMap<QueryClient, Store>()

/**
 * A write that is shown but not answered. It is stored as a function over the last data of the server, so reverting it
 * leaves the writes queued after it unchanged. The query client confirms or reverts what `onMutate` returns.
 */
export class PendingWrite {
  readonly confirm: () => void
  readonly revert: () => void
  constructor(confirm: () => void, revert: () => void) {
    this.confirm = confirm
    this.revert = revert
  }
}

/** Several pending writes that succeed or fail together. */
export const pendingTogether = (writes: readonly PendingWrite[]): PendingWrite =>
  new PendingWrite(
    () => {
      for (const write of writes) write.confirm()
    },
    () => {
      for (const write of writes) write.revert()
    },
  )

/**
 * Shows a write in every loaded read that matches, before the server has answered. Call `cancelQueries` first, so that
 * a read under way doesn't overwrite it.
 * @param apply pure, and without effect on data that already contains the write: a refetch may have brought it
 */
export const applyOptimistic = <Data>(
  client: QueryClient,
  filters: QueryFilters,
  apply: (data: Data) => Data,
): PendingWrite => pendingTogether(applyAllOptimistic(client, filters, [apply]))

/** The same for several writes in a row, each of which succeeds or fails on its own. */
export function applyAllOptimistic<Data>(
  client: QueryClient,
  filters: QueryFilters,
  writes: readonly ((data: Data) => Data)[],
): PendingWrite[] {
  const store = storeOf(client)
  const operations = writes as readonly Operation[]
  const queries = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data !== undefined)
  for (const query of queries) {
    const entry = store.entries.get(query.queryHash) ?? { server: query.state.data, operations: new Set() }
    for (const operation of operations) entry.operations.add(operation)
    store.entries.set(query.queryHash, entry)
    show(client, store, query, entry)
  }
  return operations.map(
    (operation) =>
      new PendingWrite(
        () => settle(client, store, queries, operation, true),
        () => settle(client, store, queries, operation, false),
      ),
  )
}

function settle(
  client: QueryClient,
  store: Store,
  queries: readonly Query[],
  operation: Operation,
  isConfirmed: boolean,
): void {
  for (const query of queries) {
    const entry = store.entries.get(query.queryHash)
    if (!entry) continue
    const [first] = entry.operations
    if (!entry.operations.delete(operation)) continue
    if (isConfirmed) entry.server = operation(entry.server)
    // Confirming the oldest write changes nothing on screen.
    if (!isConfirmed || first !== operation) show(client, store, query, entry)
    if (entry.operations.size === 0) store.entries.delete(query.queryHash)
  }
}

/** Changes what the server is known to have, such as the version in its response; pending writes stay on top. */
export function updateServerData<Data>(
  client: QueryClient,
  filters: QueryFilters,
  change: (data: Data) => Data,
): void {
  const store = storeOf(client)
  for (const query of client.getQueryCache().findAll(filters)) {
    if (query.state.data === undefined) continue
    const entry = store.entries.get(query.queryHash) ?? { server: query.state.data, operations: new Set() }
    entry.server = change(entry.server as Data)
    show(client, store, query, entry)
  }
}

function show(client: QueryClient, store: Store, query: Query, { server, operations }: Entry): void {
  store.isOurs = true
  client.setQueryData(
    query.queryKey,
    [...operations].reduce((data, apply) => apply(data), server),
  )
  store.isOurs = false
}

function storeOf(client: QueryClient): Store {
  const known = stores.get(client)
  if (known) return known
  const store: Store = { entries: new Map(), isOurs: false }
  stores.set(client, store)
  client.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type === 'removed') store.entries.delete(query.queryHash)
    if (event.type !== 'updated' || event.action.type !== 'success' || store.isOurs) return
    const entry = store.entries.get(query.queryHash)
    if (!entry) return
    entry.server = query.state.data
    show(client, store, query, entry)
  })
  return store
}

type Readable<Data> = { readonly queryKey: DataTag<QueryKey, Data, Error> }

type OptimisticOptions<In> = {
  onMutate: (input: In, context: { client: QueryClient }) => Promise<PendingWrite>
}

/**
 * Options for `useApi` that show a write before the server has answered.
 * @param query the read to change, from `q()` or `qPages()`, or a function of the write's input
 * @param apply pure: returns the data as they will be; see `applyOptimistic`
 */
export function optimistic<Data, In>(
  query: Readable<Data> | ((input: In) => Readable<Data>),
  apply: (data: Data, input: In) => Data,
): OptimisticOptions<In> {
  return {
    onMutate: async (input, { client }) => {
      const { queryKey } = typeof query === 'function' ? query(input) : query
      await client.cancelQueries({ queryKey })
      return applyOptimistic<Data>(client, { queryKey, exact: true }, (data) => apply(data, input))
    },
  }
}

type Identified = { readonly id: string }
type Pages<T> = InfiniteData<List<T>>
type ObjectRoutes = { readonly list: Route; readonly get: Route }

/** Shows a change of one object in every paged list and single read that has it. Await it in `onMutate`. */
export async function changeCachedObject<T extends Identified>(
  client: QueryClient,
  routes: ObjectRoutes,
  id: string,
  change: (object: T) => T,
): Promise<PendingWrite> {
  const filters = readsOfObject(routes)
  await Promise.all(filters.map((filter) => client.cancelQueries(filter)))
  return pendingTogether(
    filters.map((filter) =>
      applyOptimistic<Pages<T> | T>(client, filter, (data) => withObject(data, id, change)),
    ),
  )
}

/** Shows one object as a response of the server has it. */
export function updateCachedObject<T extends Identified>(
  client: QueryClient,
  routes: ObjectRoutes,
  object: T,
): void {
  for (const filter of readsOfObject(routes))
    updateServerData<Pages<T> | T>(client, filter, (data) => withObject(data, object.id, () => object))
}

const readsOfObject = ({ list, get }: ObjectRoutes): QueryFilters[] => [
  { queryKey: keyOf(list), predicate: ({ queryKey }) => queryKey.includes('pages') },
  { queryKey: keyOf(get) },
]

function withObject<T extends Identified>(
  data: Pages<T> | T,
  id: string,
  change: (object: T) => T,
): Pages<T> | T {
  const changeMatch = (object: T): T => (object.id === id ? change(object) : object)
  return 'pages' in data ? withItems(data, (items) => items.map(changeMatch)) : changeMatch(data)
}

/** A paged list with the items of each page changed. */
export const withItems = <T>(data: Pages<T>, change: (items: T[]) => T[]): Pages<T> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
})
