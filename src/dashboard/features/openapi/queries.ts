import { api } from '#contract/api.ts'
import { MAX_SPEC_VERSIONS } from '#contract/openapi-specs.ts'
import { q, qPages } from '../../data/api.ts'

/** The specifications of an organization, page by page. */
export const specsQuery = (organizationId: string) =>
  qPages(api.openapiSpecs.list, { params: { organizationId }, query: { limit: 100 } })

export const specQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.get, { params: { organizationId, specSlug } })

/** The newest versions of a specification. */
export const versionsQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listVersions, { params: { organizationId, specSlug }, query: { limit: 5 } })

/** All versions of a specification, the newest first. */
export const allVersionsQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listVersions, {
    params: { organizationId, specSlug },
    query: { limit: MAX_SPEC_VERSIONS },
  })

/** A version never changes. */
export const versionOperationsQuery = (params: VersionParams) => ({
  ...q(api.openapiVersions.operations, { params }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const comparisonQuery = (params: VersionParams, since: string) => ({
  ...q(api.openapiVersions.compare, { params, query: { since } }),
  staleTime: Number.POSITIVE_INFINITY,
})

type VersionParams = {
  readonly organizationId: string
  readonly specSlug: string
  readonly versionId: string
}

/** The first pages that use a specification, and the count of all. */
export const usesQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listUses, { params: { organizationId, specSlug }, query: { limit: 5 } })
