import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import { labels } from '../lib/labels.ts'
import { toast } from '../lib/toast.ts'
import { ConflictError } from './conflict-retry.ts'
import { invalidateResource } from './freshness.ts'
import { PendingWrite } from './optimistic.ts'

const MAX_RETRIES = 2
const STALE_AFTER_MS = 15_000

/**
 * The cache of the dashboard. A settled write refetches what it made stale, but only once no other write to the same
 * resource is in flight: otherwise the screen would show the order between two moves.
 */
export function createQueryClient(): QueryClient {
  const settledInputs = new Map<string, unknown[]>()
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        networkMode: 'always',
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < MAX_RETRIES,
      },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, pending) => {
        if (pending instanceof PendingWrite) pending.confirm()
      },
      onError: (error, input, pending, mutation) => {
        if (pending instanceof PendingWrite) pending.revert()
        if (mutation.meta?.shown !== 'in-form') showWriteError(error, mutation.meta?.refused, input)
      },
      onSettled: (_data, _error, input, _pending, mutation) => {
        const resource = String(mutation.meta?.resource ?? '')
        if (resource === '') return
        const inputs = [...(settledInputs.get(resource) ?? []), input]
        settledInputs.set(resource, inputs)
        if (hasSiblingWrite(client, resource)) return
        settledInputs.delete(resource)
        void invalidateResource(client, resource, ...inputs)
      },
    }),
  })
  return client
}

/** The write that is just settling still counts as pending, so a sibling makes it two. */
const hasSiblingWrite = (client: QueryClient, resource: string): boolean =>
  client.isMutating({ predicate: (mutation) => mutation.meta?.resource === resource }) > 1

function showWriteError(error: Error, refused: unknown, input: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  const first = typeof refused === 'function' ? String(refused(input)) : refused
  if (typeof first === 'string') toast.refused(first, { reason: errorMessage(error) })
  else toast.refused(errorMessage(error))
}

/** An error as people read it: why the server refused, that it failed, or that it could not be reached. */
export function errorMessage(error: unknown): string {
  // What a failing server or a proxy writes is meant for its operator.
  if (error instanceof ApiError && error.type === 'internal') return labels.unexpected
  if (error instanceof ApiError || error instanceof ConflictError) return error.message
  return error instanceof TypeError ? labels.unreachable : labels.unexpected
}
