import { day, id, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the audit log: its filters and the open event. */
export const auditSearch = searchParams({
  /** Id of the actor. */
  who: text(64),
  /** Actions and types are many, so the audit log itself checks them. */
  action: text(64),
  type: text(64),
  /** First and last day in local time. */
  from: day,
  to: day,
  event: id,
})
export type AuditParams = SearchOf<typeof auditSearch>
