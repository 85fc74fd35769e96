import type { EmailFrequency } from '#contract/email-preferences.ts'
import type { NotificationReason } from '#contract/notifications.ts'
import type { Defaulted, Json } from './people.ts'

export type EmailPreferenceTable = {
  user_id: string
  frequencies: Json<Partial<Record<NotificationReason, EmailFrequency>>>
  digest_hour: number
  time_zone: string
  version: Defaulted<number>
  updated_at: Date
}

/** An address that the mail server rejected permanently. */
export type UndeliverableAddressTable = {
  user_id: string
  email: string
  error: string
  created_at: Date
}

/** Tables of email preferences, see migration 0350. */
export type EmailPreferenceTables = {
  email_preference: EmailPreferenceTable
  undeliverable_address: UndeliverableAddressTable
}
