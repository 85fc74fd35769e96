import type { ColumnType, Generated } from 'kysely'
import type { AuditAction, AuditTarget } from '#contract/audit-events.ts'
import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { SignInMethod } from '#contract/sign-ins.ts'

/** A column with a database default: optional on insert, always present when read. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>
/** A jsonb column: written as text (see `asJson`), read as a value. */
export type Json<T> = ColumnType<T, string, string>
/** A jsonb column that may be null. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A nullable column that may be left out on insert. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type OrganizationTable = {
  id: string
  title: string
  email_domains: Defaulted<string[]>
  hostname: Nullable<string>
  type: Defaulted<'business' | 'community'>
  use_case: Nullable<string>
  community_type: Nullable<string>
  default_role: Nullable<Role>
  default_content: NullableJson<{ type: 'site'; site: string }>
  logo: Nullable<string>
  sso: Defaulted<boolean>
  second_factor: Defaulted<'optional' | 'required'>
  ai: Defaulted<boolean>
  invite_links: Defaulted<boolean>
  plan: Defaulted<string>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type UserAccountTable = {
  id: string
  email: string
  display_name: string
  photo_url: Nullable<string>
  password_hash: Nullable<string>
  email_verified_at: Nullable<Date>
  /** There is a passkey or an authenticator app. */
  second_factor: Defaulted<boolean>
  created_at: Date
  updated_at: Date
}

export type SessionTable = {
  hash: Buffer
  id: string
  user_id: string
  user_agent: Nullable<string>
  ip: Nullable<string>
  method: Defaulted<SignInMethod>
  /** The last single sign-on provider, and its organization. */
  provider_id: Nullable<string>
  provider_organization_id: Nullable<string>
  /**
   * Opened with a credential of the account, or by the organization that owns the domain of its address. Otherwise the
   * session counts only for the organizations of its providers.
   */
  whole_account: Defaulted<boolean>
  /** A second factor was confirmed in this session. */
  second_factor: Defaulted<boolean>
  /** When the person last confirmed who they are. */
  confirmed_at: Nullable<Date>
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

export type ApiTokenTable = {
  hash: Buffer
  id: string
  user_id: string
  label: string
  read_only: Defaulted<boolean>
  created_at: Date
  expires_at: Nullable<Date>
  last_used_at: Nullable<Date>
}

export type OneTimeLinkTable = {
  hash: Buffer
  purpose: 'set-up' | 'password' | 'email'
  user_id: Nullable<string>
  /** It was sent to the account's address, so following it verifies the address. */
  mailed: Defaulted<boolean>
  created_at: Date
  expires_at: Date
  used_at: Nullable<Date>
}

export type MemberTable = {
  organization_id: string
  user_id: string
  role: Nullable<Role>
  disabled: Defaulted<boolean>
  sso: Defaulted<boolean>
  version: Defaulted<number>
  joined_at: Date
  last_seen_at: Nullable<Date>
  /** The name in lower case, maintained by a trigger. */
  sort_name: ColumnType<string, never, never>
}

export type TeamTable = {
  organization_id: string
  id: string
  title: string
  version: Defaulted<number>
  created_at: Date
}

export type TeamMemberTable = {
  organization_id: string
  team_id: string
  user_id: string
  role: Defaulted<'owner' | 'member'>
}

/** A default level as stored: a role, `inherit`, or `none` for no default access. */
export type StoredLevel = Role | 'inherit' | 'none'

export type CollectionTable = {
  organization_id: string
  id: string
  parent_id: Nullable<string>
  order_key: string
  title: string
  description: Nullable<string>
  default_level: Defaulted<StoredLevel>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
  updated_by: Nullable<string>
}

/** Where the content of a space was last imported from. */
export type GitSync = {
  readonly repoName: string
  readonly installationProvider?: 'github' | 'gitlab'
  readonly url: string
  /** RFC 3339 */
  readonly updatedAt: string
}

export type SpaceTable = {
  organization_id: string
  id: string
  parent_id: Nullable<string>
  order_key: string
  title: string
  emoji: Nullable<string>
  icon: Nullable<string>
  visibility: Defaulted<'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private'>
  edit_mode: Defaulted<'live' | 'locked'>
  default_level: Defaulted<StoredLevel>
  revision_id: string
  comments: Defaulted<number>
  change_requests: Defaulted<number>
  change_requests_open: Defaulted<number>
  change_requests_draft: Defaulted<number>
  language: Nullable<string>
  /** The last completed import from a git repository. */
  git_sync: NullableJson<GitSync>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
  updated_by: Nullable<string>
  deleted_at: Nullable<Date>
  deleted_by: Nullable<string>
}

export type AccessGrantTable = {
  organization_id: string
  subject_kind: 'space' | 'collection' | 'site'
  subject_id: string
  grantee_kind: 'user' | 'team'
  grantee_id: string
  role: Nullable<Role>
  created_at: Date
}

/** What `organization_stamp` adds the pending changes to. */
export type OrganizationStampBaseTable = {
  organization_id: string
  stamp: Defaulted<number>
  /** Written by former versions. */
  changed_by: Nullable<string>
}

/** Increases with every committed change of the organization's lists. */
export type OrganizationStampView = {
  organization_id: string
  stamp: number
}

/** A committed change that was not sent to listeners yet. */
export type PendingChangeTable = {
  id: Generated<number>
  /** The organization whose lists may change. */
  stamp_of: Nullable<string>
  payload: string
}

export type InviteTable = {
  organization_id: string
  id: string
  role: Role
  subject_kind: Nullable<'space' | 'collection'>
  subject_id: Nullable<string>
  joined: Defaulted<number>
  created_by: string
  created_at: Date
}

export type CustomFieldTable = {
  organization_id: string
  name: string
  id: string
  type: CustomFieldType
  title: Nullable<string>
  description: Nullable<string>
  placeholder: Nullable<string>
  options: Nullable<string[]>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type CustomFieldValueTable = {
  organization_id: string
  space_id: string
  field_name: string
  value: Json<CustomFieldValue>
}

export type AuditEventTable = {
  id: string
  organization_id: string
  occurred_at: Date
  action: AuditAction
  actor_kind: 'user' | 'system' | 'integration'
  actor_id: string
  actor_label: Nullable<string>
  source: 'ui' | 'api' | 'script' | 'integration'
  target_kind: AuditTarget
  target_id: string
  target_label: Nullable<string>
  before: NullableJson<Record<string, unknown>>
  after: NullableJson<Record<string, unknown>>
  request_id: Nullable<string>
}

export type IdempotencyKeyTable = {
  user_id: string
  key: string
  request: Buffer
  written: Defaulted<boolean>
  status: Nullable<number>
  answer: Nullable<string>
  created_at: Date
}

export type ServiceSettingTable = { name: string; value: Json<unknown> }

export type PeopleTables = {
  organization: OrganizationTable
  user_account: UserAccountTable
  session: SessionTable
  api_token: ApiTokenTable
  one_time_link: OneTimeLinkTable
  member: MemberTable
  team: TeamTable
  team_member: TeamMemberTable
  collection: CollectionTable
  space: SpaceTable
  access_grant: AccessGrantTable
  organization_stamp: OrganizationStampView
  organization_stamp_base: OrganizationStampBaseTable
  pending_change: PendingChangeTable
  invite: InviteTable
  custom_field: CustomFieldTable
  custom_field_value: CustomFieldValueTable
  audit_event: AuditEventTable
  idempotency_key: IdempotencyKeyTable
  service_setting: ServiceSettingTable
}
