import type { AuditEventInput } from '../audit-events/record.ts'
import type { SamlSettings } from './rules.ts'

/** An audit event about a provider. */
export const providerAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { id, label }: { readonly id: string; readonly label: string },
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `sso-provider.${verb}`,
  target: { type: 'sso-provider', id, label },
  ...sides,
})

/** The settings with the field names of the API. */
export const auditStateOf = (settings: SamlSettings) => ({
  label: settings.label,
  entityID: settings.entityId,
  ssoURL: settings.ssoUrl,
  certificate: settings.certificate,
  defaultTeam: settings.defaultTeamId,
  defaultRole: settings.defaultRole,
})
