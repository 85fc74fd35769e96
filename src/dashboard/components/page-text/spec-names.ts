import { api } from '#contract/api.ts'
import { q } from '../../data/api.ts'

/** Whether a block names a specification by its slug; otherwise, the name is its address. */
export const isSpecSlug = (name: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)

/** The specifications among which an address is looked up: all that an organization can have. */
export const specsQuery = (organizationId: string) =>
  q(api.openapiSpecs.list, { params: { organizationId }, query: { limit: 1000 } })
