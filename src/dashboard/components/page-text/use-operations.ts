import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { type ApiBlock, apiBlockKey, apiBlocksIn, mayContainApiBlock } from '#markup/api-blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { q } from '../../data/api.ts'
import { isSpecSlug, specsQuery } from './spec-names.ts'

/** How many operations of a page are rendered in full. */
const most = 50

/** Operations of APIs by the key of the block that shows them. */
export type OperationsByKey = ReadonlyMap<string, ApiOperation>

export const noOperations: OperationsByKey = new Map()

/**
 * The operations of an API that a text shows, as far as they are known yet. Guests see no specifications, and what
 * is not there stays as the tag says it.
 */
export function useOperations(organizationId: string | undefined, markdown: string): OperationsByKey {
  const blocks = useMemo(
    () =>
      organizationId !== undefined && mayContainApiBlock(markdown)
        ? apiBlocksIn(parseMarkdown(markdown)).slice(0, most)
        : [],
    [organizationId, markdown],
  )
  const organization = organizationId ?? ''
  const slugs = useSlugs(organization, blocks)
  const read = useQueries({
    queries: blocks.map((block) => {
      const { method, path } = block
      const specSlug = slugs.get(block.spec) ?? ''
      return {
        ...q(api.openapiSpecs.getOperation, {
          params: { organizationId: organization, specSlug },
          query: { method, path },
        }),
        enabled: specSlug !== '',
        retry: false,
        throwOnError: false,
      }
    }),
    combine: dataOf,
  })
  return useMemo(() => {
    if (read.every((data) => data === undefined)) return noOperations
    return new Map(
      read.flatMap((data, at) => {
        const block = blocks[at]
        return data && block ? [[apiBlockKey(block), data] as const] : []
      }),
    )
  }, [read, blocks])
}

/** The same while nothing of it changes, so that a page is drawn again only then. */
const dataOf = (read: readonly { readonly data?: ApiOperation | undefined }[]) => read.map(({ data }) => data)

/** The slugs of the specifications that blocks name, by that name: a slug, or the address of one. */
function useSlugs(organizationId: string, blocks: readonly ApiBlock[]): ReadonlyMap<string, string> {
  const addresses = blocks.filter(({ spec }) => !isSpecSlug(spec))
  const { data } = useQuery({
    ...specsQuery(organizationId),
    enabled: addresses.length > 0,
    retry: false,
    throwOnError: false,
  })
  return new Map([
    ...(data?.items ?? []).flatMap(({ sourceURL, slug }) => (sourceURL ? [[sourceURL, slug] as const] : [])),
    ...blocks.flatMap(({ spec }) => (isSpecSlug(spec) ? [[spec, spec] as const] : [])),
  ])
}
