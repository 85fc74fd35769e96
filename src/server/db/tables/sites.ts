import type { Defaulted, Nullable, NullableJson } from './people.ts'

/** Tables of sites; columns are described where they are made, in migration 0003. */
export type SiteTables = {
  site: SiteTable
  site_section_group: SiteSectionGroupTable
  site_section: SiteSectionTable
  site_space: SiteSpaceTable
  moved_address: MovedAddressTable
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
  default_section_id: Nullable<string>
  default_site_space_id: Nullable<string>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
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
