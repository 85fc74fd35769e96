import type { Overrides } from '#contract/shared/overrides.ts'
import type { StructureDifference } from '#contract/shared/structure-difference.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import type { ScheduledChange } from '#contract/site-scheduled-actions.ts'
import type { Defaulted, Json, Nullable, NullableJson } from './people.ts'

/** Tables of sites; migration 0003 describes the columns. */
export type SiteTables = {
  site: SiteTable
  site_section_group: SiteSectionGroupTable
  site_section: SiteSectionTable
  site_space: SiteSpaceTable
  moved_address: MovedAddressTable
  site_redirect: SiteRedirectTable
  site_share_link: SiteShareLinkTable
  site_publishing_auth: SitePublishingAuthTable
  site_scheduled_action: SiteScheduledActionTable
  site_customization: SiteCustomizationTable
  site_space_customization: SiteSpaceCustomizationTable
  site_adaptive_schema: SiteAdaptiveSchemaTable
  site_customization_preview: SiteCustomizationPreviewTable
  site_former_basename: SiteFormerBasenameTable
  site_hostname_check: SiteHostnameCheckTable
  site_plan: SitePlanTable
  site_history: SiteHistoryTable
  shared_variables: SharedVariablesTable
}

export type SiteTable = {
  organization_id: string
  id: string
  type: Defaulted<'basic' | 'premium' | 'ultimate' | 'sponsored'>
  title: string
  basename: string
  hostname: Nullable<string>
  proxy: Nullable<string>
  icon: NullableJson<{ icon: { light: string; dark: string } } | { emoji: string }>
  visibility: Defaulted<'public' | 'unlisted' | 'share-link' | 'visitor-auth'>
  published: Defaulted<boolean>
  adaptive_content: Defaulted<boolean>
  /** Who sees content with conditions, without adaptive content. */
  conditional_content: Defaulted<'undecided' | 'hidden' | 'everyone'>
  default_section_id: Nullable<string>
  default_site_space_id: Nullable<string>
  /** Never sent to a client. */
  reading_key: Defaulted<string>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type SiteHostnameCheckTable = {
  organization_id: string
  site_id: string
  hostname: string
  status: 'dns_passed' | 'dns_no_cname' | 'dns_wrong_cname'
  checked_at: Date
}

export type SiteSectionGroupTable = {
  organization_id: string
  id: string
  site_id: string
  order_key: string
  title: string
  icon: Nullable<string>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type SiteSectionTable = {
  organization_id: string
  id: string
  site_id: string
  group_id: Nullable<string>
  order_key: string
  title: string
  description: Nullable<string>
  path: string
  icon: Nullable<string>
  condition: Nullable<string>
  default_site_space_id: Nullable<string>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type SiteSpaceTable = {
  organization_id: string
  id: string
  site_id: string
  section_id: Nullable<string>
  space_id: string
  order_key: string
  path: string
  condition: Nullable<string>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type MovedAddressTable = {
  organization_id: string
  site_id: string
  address: string
  site_space_id: string
  created_at: Date
}

/** Described in migration 0030. */
export type SiteRedirectTable = {
  organization_id: string
  id: string
  site_id: string
  source: string
  source_key: string
  destination: Json<RedirectDestination>
  draft: Defaulted<boolean>
  capture_wildcard: Defaulted<boolean>
  permanent: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

/** Described in migration 0031. */
export type SiteShareLinkTable = {
  organization_id: string
  id: string
  site_id: string
  name: string
  key: string
  active: Defaulted<boolean>
  created_at: Date
  expires_at: Nullable<Date>
  password_hash: Nullable<string>
  last_used_at: Nullable<Date>
}

/** Described in migration 0195. */
export type SiteScheduledActionTable = {
  organization_id: string
  site_id: string
  id: string
  change: Json<ScheduledChange>
  runs_at: Date
  time_zone: string
  status: Defaulted<'waiting' | 'done' | 'failed'>
  scheduled_by: string
  created_at: Date
  ended_at: Nullable<Date>
  failure: Nullable<string>
}

export type SitePublishingAuthTable = {
  organization_id: string
  site_id: string
  backend: Defaulted<'custom'>
  private_key: string
  fallback_url: Nullable<string>
  logout_url: Nullable<string>
}

/** Described in migration 0037. */
export type SiteCustomizationTable = {
  organization_id: string
  site_id: string
  customization: Json<SiteCustomization>
  version: Defaulted<number>
}

export type SiteSpaceCustomizationTable = {
  organization_id: string
  site_space_id: string
  site_id: string
  overrides: Json<Overrides>
  version: Defaulted<number>
}

/** Variables of an organization, which have no site, or of a site. */
export type SharedVariablesTable = {
  organization_id: string
  site_id: Nullable<string>
  variables: Json<Readonly<Record<string, string | number | boolean>>>
  version: Defaulted<number>
  updated_at: Date
  updated_by: Nullable<string>
}

export type SiteAdaptiveSchemaTable = {
  organization_id: string
  site_id: string
  json_schema: Json<VisitorSchema>
  version: Defaulted<number>
  updated_at: Date
}

/** Described in migration 0040. */
export type SiteCustomizationPreviewTable = {
  organization_id: string
  site_id: string
  user_id: string
  key: string
  site_space_id: Nullable<string>
  customization: Json<SiteCustomization>
  expires_at: Date
}

/** Described in migration 0038. */
export type SiteFormerBasenameTable = {
  basename: string
  organization_id: string
  site_id: string
}

/** Described in migration 0070. */
export type SitePlanTable = {
  organization_id: string
  site_id: string
  steps: Json<readonly StoredStep[]>
  begun_by: Nullable<string>
  begun_at: Nullable<Date>
  version: Defaulted<number>
  updated_at: Date
}

export type StoredStep = {
  readonly id: string
  readonly act: StructureChange
  /** The ids of what the act makes. */
  readonly made: { readonly item: string; readonly siteSpace: string; readonly first: string }
  /** What it did when it was planned. */
  readonly changes: readonly StructureDifference[]
}

export type HistoryKind = 'start' | 'edit' | 'plan' | 'restore' | 'trash'

export type SiteHistoryTable = {
  organization_id: string
  id: string
  site_id: string
  kind: HistoryKind
  by_user: Nullable<string>
  begun_at: Date
  at: Date
  changes: Json<readonly StructureDifference[]>
  change_count: number
  restored_id: Nullable<string>
  restored_at: Nullable<Date>
  fingerprint: string
  snapshot: Buffer
}
