import { id, oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** Search params of a list of change requests: filters and the open dialog. */
export const changesSearch = searchParams({
  status: oneOf('draft', 'open', 'merged', 'archived'),
  /** Only requests created by this user. */
  creator: id,
  dialog: oneOf('new'),
})
export type ChangesSearch = SearchOf<typeof changesSearch>

/** Search params of the list for all spaces. */
export const organizationChangesSearch = searchParams({
  status: changesSearch.shape.status,
  creator: id,
  reviewer: id,
  contributor: id,
  space: id,
  /** Only requests without activity for so many days. The router would read digits alone as a number. */
  inactive: oneOf('14d', '30d', '90d'),
  /** Lists what waits for the caller and ignores the other filters. */
  filter: oneOf('waiting'),
})
export type OrganizationChangesSearch = SearchOf<typeof organizationChangesSearch>
