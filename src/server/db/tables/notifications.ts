import type { AutomaticFollow, FollowKind } from '#contract/follows.ts'
import type {
  NotificationObjectKind,
  NotificationOutcome,
  NotificationReason,
} from '#contract/notifications.ts'
import type { Defaulted, Nullable } from './people.ts'

/** The notification of one person about one event. */
export type NotificationTable = {
  organization_id: string
  user_id: string
  id: string
  /** The same for everyone who is notified of the event. */
  event_key: string
  reason: NotificationReason
  object_kind: NotificationObjectKind
  object_id: string
  space_id: Nullable<string>
  collection_id: Nullable<string>
  site_id: Nullable<string>
  /** Of the role that is needed to see it, from `rankOf`; 0 for every member. */
  required_rank: number
  page_id: Nullable<string>
  change_request_id: Nullable<string>
  comment_id: Nullable<string>
  reply_id: Nullable<string>
  actor_id: Nullable<string>
  title: string
  detail: string
  /** How a review or an access request was decided. */
  outcome: Nullable<NotificationOutcome>
  events: Defaulted<number>
  created_at: Date
  /** When it appears in the inbox. */
  listed_at: Date
  done_at: Nullable<Date>
  email_state: Defaulted<'pending' | 'sent' | 'skipped'>
}

export type FollowTable = {
  organization_id: string
  object_kind: FollowKind
  object_id: string
  user_id: string
  space_id: string
  state: 'following' | 'muted'
  automatic: Nullable<AutomaticFollow>
  created_at: Date
}

export type NotificationSettingsTable = {
  organization_id: string
  user_id: string
  follow_off: Defaulted<AutomaticFollow[]>
}

/** Tables of notifications, see migration 0340. */
export type NotificationTables = {
  notification: NotificationTable
  follow: FollowTable
  notification_settings: NotificationSettingsTable
}
