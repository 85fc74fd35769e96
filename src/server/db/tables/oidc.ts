import type { Role } from '#contract/shared/permissions.ts'
import type { Nullable } from './people.ts'

export type OidcProviderTable = {
  provider_id: string
  issuer: Nullable<string>
  client_id: Nullable<string>
  /** Sealed. */
  client_secret: Nullable<Buffer>
  scopes: string[]
  groups_claim: string
}

/** What a group at a provider means here, in the order of the settings. */
export type SsoGroupMappingTable = {
  organization_id: string
  provider_id: string
  ordinal: number
  group_name: string
  team_id: Nullable<string>
  role: Nullable<Role>
}

export type OidcTables = { oidc_provider: OidcProviderTable; sso_group_mapping: SsoGroupMappingTable }
