import type { AuditEvent, AuditTarget } from '#contract/audit-events.ts'
import { places } from '../../lib/places.ts'

/** What things are called that acts are done to. */
export const targetNames: Readonly<Record<AuditTarget, string>> = {
  organization: 'Organization',
  member: 'Member',
  invite: 'Invite link',
  team: 'Team',
  collection: 'Collection',
  space: 'Space',
  'change-request': 'Change request',
  import: 'Import',
  comment: 'Comment',
  'custom-field': 'Custom field',
  'openapi-spec': 'OpenAPI specification',
  site: 'Site',
  account: 'Account',
  token: 'API token',
}

/** Where something is that an act was done to; undefined when it has no address of its own. */
export function placeOf(
  organizationId: string,
  { type, id, label }: AuditEvent['target'],
): string | undefined {
  switch (type) {
    case 'organization':
      return places.general(id)
    case 'member':
    case 'account':
      return places.member(organizationId, id)
    case 'invite':
      return places.invites(organizationId)
    case 'team':
      return places.team(organizationId, id)
    case 'collection':
      return places.collection(organizationId, id)
    case 'space':
      return places.space(id)
    case 'custom-field':
      return `${places.customFields(organizationId)}?field=${encodeURIComponent(label ?? id)}`
    case 'openapi-spec':
      return label === undefined
        ? places.openapi(organizationId)
        : `${places.openapi(organizationId)}?spec=${label}`
    case 'site':
      return places.siteOverview(organizationId, id)
    case 'change-request':
    case 'import':
    case 'comment':
    case 'token':
      return undefined
  }
}

/** How it came in. */
export const sourceNames: Readonly<Record<AuditEvent['source'], string>> = {
  ui: 'Dashboard',
  api: 'API token',
  script: 'Lectern itself',
}

/** Who did it, by the name they had then. */
export const actorName = ({ type, id, label }: AuditEvent['actor']): string =>
  type === 'system' ? 'Lectern' : (label ?? id)

/** What it was done to, by the name it had then. */
export const targetName = ({ type, label }: AuditEvent['target']): string => label || targetNames[type]
