import type { AuditEventInput } from '../audit-events/record.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import type { RedirectRow } from './queries.ts'

/** The audit event of a redirect, which belongs to its site. */
export const redirectAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `site.redirect-${verb}`,
  target: { type: 'site', id, label: title },
  ...sides,
})

/** The settings of a redirect as a PATCH request sets them. */
export const settingsOfRedirect = ({
  source,
  destination,
  permanent,
  draft,
  captureWildcard,
}: Pick<RedirectRow, 'source' | 'destination' | 'permanent' | 'draft' | 'captureWildcard'>) => ({
  source,
  destination,
  permanent,
  ...(draft ? { draft } : {}),
  ...(captureWildcard ? { captureWildcard } : {}),
})
