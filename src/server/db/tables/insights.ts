import type { Generated } from 'kysely'
import type { Nullable } from './people.ts'

/** Described in migration 0080. */
export type InsightsTables = {
  insights_site: InsightsSiteTable
  insights_place: InsightsPlaceTable
  insights_reader: InsightsReaderTable
  insights_event: InsightsEventTable
  insights_salt: InsightsSaltTable
}

export type InsightsSiteTable = {
  no: Generated<number>
  organization_id: string
  site_id: string
  salt: Buffer
}

export type InsightsPlaceTable = {
  id: Generated<number>
  site: number
  key: string
  url: string
  site_section: Nullable<string>
  site_space: Nullable<string>
  page: Nullable<string>
}

export type InsightsReaderTable = {
  id: Generated<number>
  key: string
  device: string
  browser: string
  os: string
  language: Nullable<string>
  referrer_domain: Nullable<string>
  utm_source: Nullable<string>
  utm_medium: Nullable<string>
  utm_campaign: Nullable<string>
}

/** `visitor` and `session` are 64-bit numbers: written as text, and never selected. */
export type InsightsEventTable = {
  at: Date
  visitor: string
  session: string
  site: number
  place: number
  reader: number
  amount: Nullable<number>
  type: number
  rating: Nullable<number>
  detail: Nullable<string>
}

export type InsightsSaltTable = { day: string; salt: Buffer }
