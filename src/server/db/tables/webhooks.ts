import type { ColumnType } from 'kysely'
import type { TEST_EVENT_TYPE, WebhookEventType } from '#contract/webhook-events.ts'
import type { DeliveryAttempt, DeliveryStatus, Webhook, WebhookFormat } from '#contract/webhooks.ts'
import type { Defaulted, Nullable } from './people.ts'

export type StoredEventType = WebhookEventType | typeof TEST_EVENT_TYPE

export type WebhookTable = {
  organization_id: string
  id: string
  format: Defaulted<WebhookFormat>
  /** Masked if the format is `slack`. */
  url: string
  sealed_url: Nullable<Buffer>
  description: Nullable<string>
  /** Only events of this space are sent. */
  space_id: Nullable<string>
  event_types: WebhookEventType[]
  enabled: Defaulted<boolean>
  disabled_reason: Nullable<NonNullable<Webhook['disabledReason']>>
  /** The first failed attempt since the last success. */
  failing_since: Nullable<Date>
  dropped_at: Nullable<Date>
  /** Sealed: signing needs the secret itself. */
  secret: Buffer
  previous_secret: Nullable<Buffer>
  previous_secret_until: Nullable<Date>
  version: Defaulted<number>
  created_at: Date
}

/** What happened, once for all webhooks that get it. Written by `record_webhook_event`, see migration 0136. */
export type WebhookEventTable = {
  organization_id: string
  id: string
  type: StoredEventType
  object_id: string
  parent_id: Nullable<string>
  object_version: Nullable<number>
  actor_kind: Nullable<'user' | 'system' | 'integration'>
  actor_id: Nullable<string>
  /** Null for test events. */
  transaction_id: Nullable<string>
  occurred_at: Date
}

export type WebhookDeliveryTable = {
  organization_id: string
  webhook_id: string
  id: string
  event_id: string
  status: Defaulted<DeliveryStatus>
  /** Attempts since it was created or last resent, which decide when the next one is made. */
  tries: Defaulted<number>
  attempts: Defaulted<number>
  history: ColumnType<readonly DeliveryAttempt[], string | undefined, string>
  response_body: Nullable<string>
  last_attempt_at: Nullable<Date>
  next_attempt_at: Nullable<Date>
  created_at: Date
}

/** Tables of webhooks, see migration 0136. */
export type WebhookTables = {
  webhook: WebhookTable
  webhook_event: WebhookEventTable
  webhook_delivery: WebhookDeliveryTable
}
