import { roles } from '#contract/shared/permissions.ts'
import { day, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the list of members: filters, order and open dialog. */
export const membersSearch = searchParams({
  /** Part of the name or the email address. */
  search: text(512),
  // Not those of `role-labels`, which the router would load for every view.
  role: oneOf(...roles, 'guest'),
  state: oneOf('active', 'suspended'),
  secondFactor: oneOf('on', 'off'),
  email: oneOf('rejected', 'accepted'),
  /** Days in local time. */
  seenAfter: day,
  seenBefore: day,
  /** Defaults to `joinedAt`, latest first. */
  sort: oneOf('joinedAt', 'lastSeenAt', 'name'),
  order: oneOf('asc', 'desc'),
  dialog: oneOf('invite'),
})
export type MembersSearch = SearchOf<typeof membersSearch>
