import type { OidcSettings } from './rules.ts'

/** The settings with the field names of the API; of the secret only that there is one. */
export const auditStateOf = (settings: OidcSettings) => ({
  label: settings.label,
  issuer: settings.issuer,
  clientID: settings.clientId,
  hasClientSecret: settings.hasSecret,
  scopes: settings.scopes,
  groupsClaim: settings.groupsClaim,
  groupMappings: settings.groupMappings,
  defaultTeam: settings.defaultTeamId,
  defaultRole: settings.defaultRole,
})
