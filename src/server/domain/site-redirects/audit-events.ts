import type { AuditEventInput } from '../audit-events/record.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import type { RedirectRow } from './queries.ts'

/** What was done to a redirect, told in the log of its site. */
export const redirectAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `site.redirect-${verb}`,
  target: { type: 'site', id, label: title },
  ...sides,
})

/** A redirect as a PATCH would write it. */
export const settingsOfRedirect = ({
  source,
  destination,
  permanent,
}: Pick<RedirectRow, 'source' | 'destination' | 'permanent'>) => ({ source, destination, permanent })
