import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { OperationListItem } from '#contract/openapi-operations.ts'
import type { ApiBlock } from '#markup/api-blocks.ts'
import { isSpecSlug, specsQuery } from '../../../components/page-text/spec-names.ts'
import { q } from '../../../data/api.ts'

const PAGE_SIZE = 100
const STALE_AFTER_MS = 60_000

/** An operation in the list of its specification; null if it isn’t there, undefined if that can’t be known. */
export type FindOperation = (block: ApiBlock) => Promise<OperationListItem | null | undefined>

/**
 * Finds the operations that a page shows with few requests: in the first page of the list, which the blocks of a
 * specification share, or by searching for the path.
 */
export const operationFinder =
  (client: QueryClient, organizationId: string | undefined): FindOperation =>
  async ({ spec, method, path }) => {
    if (organizationId === undefined) return undefined
    try {
      const specSlug = isSpecSlug(spec) ? spec : await slugOf(client, organizationId, spec)
      if (specSlug === undefined) return undefined
      for (const search of ['', path.slice(0, 200)]) {
        const query = { limit: PAGE_SIZE, ...(search === '' ? {} : { search }) }
        const { items } = await client.fetchQuery({
          ...q(api.openapiSpecs.listOperations, { params: { organizationId, specSlug }, query }),
          staleTime: STALE_AFTER_MS,
        })
        const found = items.find((one) => one.method === method && one.path === path)
        if (found !== undefined) return found
        if (items.length < PAGE_SIZE) return null
      }
      return undefined
    } catch {
      // Guests see no specifications, and the card says what its block does.
      return undefined
    }
  }

/** The slug of the specification that is read from an address. */
async function slugOf(client: QueryClient, organizationId: string, address: string) {
  const { items } = await client.fetchQuery({
    ...specsQuery(organizationId),
    staleTime: STALE_AFTER_MS,
  })
  return items.find(({ sourceURL }) => sourceURL === address)?.slug
}
