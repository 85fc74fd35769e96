import type { AuditEventInput } from '../audit-events/record.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import type { ShareLinkSettings } from './queries.ts'

/** The audit event of a share link, which belongs to its site. It never contains the key. */
export const shareLinkAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `site.share-link-${verb}`,
  target: { type: 'site', id, label: title },
  ...sides,
})

/** The settings in audit events, with `hasPassword` instead of the password. */
export const settingsOfLink = ({ name, active, expiresAt, passwordHash }: ShareLinkSettings) => ({
  name,
  active,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
  ...(passwordHash === null ? {} : { hasPassword: true }),
})
