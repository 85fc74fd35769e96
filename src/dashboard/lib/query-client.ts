import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import { alsoStale } from './stale.ts'
import { toast } from './toasts.ts'
import { words } from './words.ts'

const retries = 2
const fresh = 15_000

/**
 * The cache of the whole dashboard. A write makes its own resource stale, and what `alsoStale` names, as soon as
 * no other write to the same resource is on its way; else the list would flash through the middle order.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh,
        networkMode: 'always',
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < retries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, input, _result, mutation) => {
        if (mutation.meta?.shown !== 'in-form') sayRefused(error, mutation.meta?.refused, input)
      },
      onSettled: (_data, _error, _input, _result, mutation) => {
        const resource = String(mutation.meta?.resource ?? '')
        if (resource !== '' && !hasSibling(client, resource)) void refresh(client, resource)
      },
    }),
  })
  return client
}

/** Reads again what a write to `resource` has made stale; also for changes that came from elsewhere. */
export function refresh(client: QueryClient, resource: string): Promise<unknown> {
  const stale = [resource, ...(alsoStale[resource] ?? [])]
  return Promise.all(stale.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

/** The write that is just settling still counts as pending, so a sibling makes it two. */
const hasSibling = (client: QueryClient, resource: string): boolean =>
  client.isMutating({ predicate: (mutation) => mutation.meta?.resource === resource }) > 1

function sayRefused(error: Error, refused: unknown, input: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  const first = typeof refused === 'function' ? String(refused(input)) : refused
  if (typeof first === 'string') toast.refused(first, { reason: reasonOf(error) })
  else toast.refused(reasonOf(error))
}

/** An error in words for people: the service's own, or that it could not be reached. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return error instanceof TypeError ? words.unreachable : words.unexpected
}
