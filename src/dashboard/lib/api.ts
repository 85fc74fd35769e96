import {
  type DataTag,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { ApiError, call, fetchTransport, type Transport } from '#contract/client.ts'
import { type Input, nameOf, type Output, type Route } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import { sessionLost } from './session-lost.ts'

/** Marks a call as ours; a foreign page cannot set it, so the service takes a cookie only together with it. */
const ownMark = { 'x-lectern': '1' }

const send: Transport = async (sent) => {
  const answered = await fetchTransport('', ownMark, { credentials: 'same-origin' })(sent)
  if (answered.status === 401 && !sent.path.startsWith('/auth/')) sessionLost()
  return answered
}

/** One call without any cache, for what is neither read into a view nor a write of a form. */
export const ask = <R extends Route>(
  route: R,
  input: Input<R>,
  options: { signal?: AbortSignal; ifMatch?: number } = {},
): Promise<Output<R>> => call(send, route, input, options)

/** The key under which a read is cached: resource, operation, input. Nobody types a key by hand. */
export const keyOf = (route: Route, input?: unknown): QueryKey =>
  input === undefined ? [nameOf(route), route.id] : [nameOf(route), route.id, input]

/** Options of one read, for loaders (`ensureQueryData`) and views (`useSuspenseQuery`) alike. */
export const q = <R extends Route>(route: R, input: Input<R>) =>
  queryOptions({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }): Promise<Output<R>> => call(send, route, input, { signal }),
  })

type ItemOf<R extends Route> = Output<R> extends { items: (infer T)[] } ? T : never
type Paged<R extends Route> = List<ItemOf<R>>

/** Options of a list read page by page over `next.page`, for `useSuspenseInfiniteQuery` and `PagedList`. */
export const qPages = <R extends Route>(route: R, input: Input<R>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(send, route, withPage(input, pageParam), { signal }) as Promise<Paged<R>>,
    getNextPageParam: (last: Paged<R>) => last.next?.page,
  })

function withPage<I>(input: I, page: string | undefined): I {
  if (page === undefined) return input
  const { query } = input as { query?: object }
  return { ...input, query: { ...query, page } }
}

/** All rows that are loaded of a list read by `qPages`. */
export const itemsOf = <T>(data: InfiniteData<List<T>> | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? []

/** What a write is called with: the operation's input and, when the object has a version, the one last seen. */
export type Written<R extends Route> = Input<R> & { ifMatch?: number | undefined }

type Taken<R extends Route, C> = UseMutationOptions<Output<R>, Error, Written<R>, C>

export type ApiOptions<R extends Route, C = unknown> = Omit<Taken<R, C>, 'mutationFn' | 'scope' | 'meta'> & {
  meta?: {
    /** `in-form`: the form says what went wrong, so no toast does. */
    shown?: 'in-form'
    /** First line of the toast when the service refuses, such as `“Handbook” went back`. */
    refused?: string | ((input: Written<R>) => string)
  }
}

/** One kind of write. Writes to the same resource are sent one after the other, in the order of the clicks. */
export function useApi<R extends Route, C = unknown>(route: R, options: ApiOptions<R, C> = {}) {
  const { meta, ...rest } = options
  return useMutation<Output<R>, Error, Written<R>, C>({
    ...rest,
    mutationKey: [nameOf(route), route.id],
    mutationFn: ({ ifMatch, ...input }) => call(send, route, input as Input<R>, { ifMatch }),
    scope: { id: nameOf(route) },
    meta: { ...meta, resource: nameOf(route) } as Record<string, unknown>,
  })
}

type Readable<Data> = { readonly queryKey: DataTag<QueryKey, Data, Error> }

type Restore = () => void
type OptimisticOptions<In> = {
  onMutate: (input: In, context: { client: QueryClient }) => Promise<Restore>
  onError: (error: Error, input: In, restore: Restore | undefined) => void
}

/**
 * Shows a write before the service has answered, and takes it back when it refuses.
 * @param query the read to change, from `q()` or `qPages()`, or a function of the write's input
 * @param apply pure: the data as they are and the input give the data as they will be
 */
export function optimistic<Data, In>(
  query: Readable<Data> | ((input: In) => Readable<Data>),
  apply: (data: Data, input: In) => Data,
): OptimisticOptions<In> {
  return {
    onMutate: async (input, { client }) => {
      const { queryKey } = typeof query === 'function' ? query(input) : query
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<Data>(queryKey)
      if (before !== undefined) client.setQueryData<Data>(queryKey, apply(before, input))
      return () => client.setQueryData<Data>(queryKey, before)
    },
    onError: (_error, _input, restore) => restore?.(),
  }
}

/** Several optimistic changes by one write: a move out of one list into another. */
export const together = <In>(...parts: OptimisticOptions<In>[]): OptimisticOptions<In> => ({
  onMutate: async (input, context) => {
    const restores = await Promise.all(parts.map((part) => part.onMutate(input, context)))
    return () => {
      for (const restore of restores.toReversed()) restore()
    }
  },
  onError: (_error, _input, restore) => restore?.(),
})

/** Whether an error is a refusal of the service with one of these statuses. */
export const isRefusal = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && (statuses.length === 0 || statuses.includes(error.status))
