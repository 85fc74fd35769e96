import { ScimError } from './errors.ts'

/** Resources per page at most. */
export const MAX_RESULTS = 200
const DEFAULT_RESULTS = 100

export type Range = { readonly offset: number; readonly limit: number }

type PagingQuery = { readonly startIndex?: string | undefined; readonly count?: string | undefined }

/** The range of a list (RFC 7644, 3.4.2.4): an index below 1 counts as 1, a negative count as 0. */
export function rangeOf({ startIndex, count }: PagingQuery): Range {
  return {
    offset: Math.max(0, integer('startIndex', startIndex, 1) - 1),
    limit: Math.min(MAX_RESULTS, Math.max(0, integer('count', count, DEFAULT_RESULTS))),
  }
}

function integer(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, `${name} must be a whole number`, 'invalidValue')
  return Number(text)
}

/** A filter names an attribute that cannot be filtered. */
export const invalidFilterAttribute = (attribute: string) =>
  new ScimError(400, `Filtering by ${attribute} is not supported`, 'invalidFilter')

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** The response of a list (RFC 7644, 3.4.2). */
export const listResponse = (resources: readonly unknown[], total: number, { offset }: Range) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
