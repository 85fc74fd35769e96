import type { AuditEventInput } from '../audit-events/record.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import type { ShareLinkSettings } from './queries.ts'

/** What was done to a share link, told in the log of its site; the key is never written down. */
export const shareLinkAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `site.share-link-${verb}`,
  target: { type: 'site', id, label: title },
  ...sides,
})

/** A link as the log has it; of the password only whether there is one. */
export const settingsOfLink = ({ name, active, expiresAt, passwordHash }: ShareLinkSettings) => ({
  name,
  active,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
  ...(passwordHash === null ? {} : { hasPassword: true }),
})
