import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import {
  ApiError,
  call,
  fetchTransport,
  type HttpRequest,
  type HttpResponse,
  readResponse,
  type Transport,
} from '#contract/client.ts'
import { type Input, type Output, type Route, resourceNameOf } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import { takeEarlyRead } from './early-reads.ts'
import { newIdempotencyKey, sendWhenOnline } from './offline-queue.ts'
import { rememberOwnDeletion, rememberOwnWrite } from './own-writes.ts'
import { waitingForService } from './service-availability.ts'
import { sessionLost } from './session-lost.ts'

/** The server accepts a cookie only together with this header, which a foreign page can't set. */
export const csrfHeader = { 'x-lectern': '1' }

/** Browsers limit what is under way after a page has gone to 64 KiB in total. */
const MAX_KEPT_ALIVE_LENGTH = 4096

/** A short write arrives although the page is reloaded or closed. */
const isKeptAlive = ({ method, body = '' }: HttpRequest): boolean =>
  method !== 'GET' && typeof body === 'string' && body.length <= MAX_KEPT_ALIVE_LENGTH

const send: Transport = waitingForService(async (request) => {
  const early = await takeEarlyRead(request.method, request.path)
  const response = early
    ? await readResponse(early)
    : await fetchTransport('', csrfHeader, { credentials: 'same-origin', keepalive: isKeptAlive(request) })(
        request,
      )
  if (response.status === 401 && !request.path.startsWith('/auth/')) sessionLost()
  if (request.method !== 'GET' && response.status < 300) rememberWrite(request, response)
  return response
})

function rememberWrite({ method, path }: HttpRequest, { body }: HttpResponse): void {
  const id = path.split('?')[0]?.split('/').at(-1)
  if (method === 'DELETE' && id) rememberOwnDeletion(decodeURIComponent(id))
  else rememberOwnWrite(body)
}

type CallApiOptions = {
  readonly signal?: AbortSignal
  readonly ifMatch?: number | undefined
  /** Runs without a visible result, so it is not sent later when the browser is offline. */
  readonly isBackground?: boolean
}

/** Calls one operation without a cache. Views read through `q`, and most writes go through `useApi`. */
export const callApi = <R extends Route>(
  route: R,
  input: Input<R>,
  { isBackground = false, ...options }: CallApiOptions = {},
): Promise<Output<R>> => {
  const isWrite = route.method !== 'GET' && options.signal === undefined && !isBackground
  return isWrite ? write(route, input, options) : call(send, route, input, options)
}

/** The service ignores the key of all others, and would execute them again. */
const acceptsKey = ({ surface, bodyType }: Route): boolean =>
  surface !== 'dashboard' && bodyType === undefined

/** A write that waits for the connection while the browser is offline, and is executed once however often it is sent. */
function write<R extends Route>(
  route: R,
  input: Input<R>,
  options: { readonly ifMatch?: number | undefined },
): Promise<Output<R>> {
  if (route.method === 'POST' && !acceptsKey(route)) return call(send, route, input, options)
  const idempotencyKey = route.method === 'POST' ? newIdempotencyKey() : undefined
  return sendWhenOnline(() => call(send, route, input, { ...options, idempotencyKey }))
}

/** The key under which a read is cached: resource, operation, input. Keys are never written by hand. */
export const keyOf = (route: Route, input?: unknown): QueryKey =>
  input === undefined ? [resourceNameOf(route), route.id] : [resourceNameOf(route), route.id, input]

/** Options of one read, the same for loaders (`ensureQueryData`) and views (`useSuspenseQuery`). */
export const q = <R extends Route>(route: R, input: Input<R>) =>
  queryOptions({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }): Promise<Output<R>> => call(send, route, input, { signal }),
  })

type ItemOf<R extends Route> = Output<R> extends { items: (infer T)[] } ? T : never
type Paged<R extends Route> = List<ItemOf<R>>

/** Options of a list that is read page by page with `next.page`, for `useSuspenseInfiniteQuery` and `PagedList`. */
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

/** All loaded items of a list read with `qPages`. */
export const itemsOf = <T>(data: InfiniteData<List<T>> | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? []

/** The input of a write: the operation's own and, for a versioned object, the version last seen. */
export type WriteInput<R extends Route> = Input<R> & { ifMatch?: number | undefined }

type MutationOptions<R extends Route, C> = UseMutationOptions<Output<R>, Error, WriteInput<R>, C>

export type ApiOptions<R extends Route, C = unknown> = Omit<
  MutationOptions<R, C>,
  'mutationFn' | 'scope' | 'meta'
> & {
  meta?: {
    /** `in-form`: the form shows errors, so no toast does. */
    shown?: 'in-form'
    /** First line of the toast when the write fails, such as `Couldn’t move “Handbook”`. */
    refused?: string | ((input: WriteInput<R>) => string)
  }
}

/** A write with one operation. Writes to the same resource are sent one after the other, in the order of the clicks. */
export function useApi<R extends Route, C = unknown>(route: R, options: ApiOptions<R, C> = {}) {
  const { meta, ...rest } = options
  return useMutation<Output<R>, Error, WriteInput<R>, C>({
    ...rest,
    mutationKey: [resourceNameOf(route), route.id],
    mutationFn: ({ ifMatch, ...input }) => write(route, input as Input<R>, { ifMatch }),
    scope: { id: resourceNameOf(route) },
    meta: { ...meta, resource: resourceNameOf(route) } as Record<string, unknown>,
  })
}

/** Whether an error is an error response with one of these statuses, or with any if none is named. */
export const isApiError = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && (statuses.length === 0 || statuses.includes(error.status))
