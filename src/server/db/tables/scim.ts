import type { Role } from '#contract/shared/permissions.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { Nullable, NullableJson } from './people.ts'

export type ScimTokenTable = {
  organization_id: string
  id: string
  label: string
  hash: Buffer
  created_by: Nullable<string>
  created_at: Date
  last_used_at: Nullable<Date>
}

/** What a member had when the identity provider deactivated them; restored when it activates them again. */
export type SuspendedAccess = {
  readonly grants: readonly {
    readonly kind: 'space' | 'collection' | 'site'
    readonly id: string
    readonly role: Role | null
  }[]
  readonly teams: readonly { readonly id: string; readonly role: TeamRole }[]
}

/** What the identity provider says about a member and the account does not store. */
export type ScimUserTable = {
  organization_id: string
  user_id: string
  user_name: string
  external_id: Nullable<string>
  given_name: Nullable<string>
  family_name: Nullable<string>
  suspended_access: NullableJson<SuspendedAccess>
  updated_at: Date
}

/** A team with a row here is managed by the identity provider. */
export type ScimGroupTable = {
  organization_id: string
  team_id: string
  external_id: Nullable<string>
  updated_at: Date
}

/** Tables of provisioning by SCIM, see migration 0135. */
export type ScimTables = {
  scim_token: ScimTokenTable
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
}
