import type { Defaulted, Nullable } from './people.ts'

export type PageFreshnessTable = {
  organization_id: string
  space_id: string
  /** Empty for what applies to all pages of the space. */
  page_id: string
  owner_id: Nullable<string>
  /** Null is inherited by a page and none for a space; 0 is never. */
  months: Nullable<number>
  /** The day since which there is an interval. */
  since: string
  due_on: Nullable<string>
  notified_for: Nullable<string>
  notified_to: Nullable<string>
}

export type PageConfirmationTable = {
  organization_id: string
  space_id: string
  page_id: string
  confirmed_at: Date
  id: Defaulted<string>
  confirmed_by: string
  due_on: Nullable<string>
  chosen_due_on: Nullable<string>
}

/** Tables of owners and review dates, see migration 0375. */
export type PageFreshnessTables = {
  page_freshness: PageFreshnessTable
  page_confirmation: PageConfirmationTable
}
