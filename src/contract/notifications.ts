import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { address, emoji, id, timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Why someone is notified, the strongest reason first: a person gets one notification per event, with the strongest. */
export const notificationReasons = [
  'mention',
  'review_requested',
  'page_overdue',
  'access_requested',
  'access_decided',
  'access_granted',
  'import_failed',
  'openapi_failed',
  'conflict',
  'merge_canceled',
  'review_submitted',
  'merged',
  'reply',
  'comment',
  'thread_resolved',
  'page_changed',
  'space_changed',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

export const notificationObjectKinds = [
  'space',
  'page',
  'change-request',
  'comment',
  'collection',
  'site',
  'import',
  'openapi-spec',
  'organization',
] as const
export type NotificationObjectKind = (typeof notificationObjectKinds)[number]

export const notificationOutcomes = ['approved', 'changes-requested', 'granted', 'declined'] as const
export type NotificationOutcome = (typeof notificationOutcomes)[number]

/** Notifications that a person can have in their inbox; older ones are deleted. */
export const MAX_OPEN_NOTIFICATIONS = 10_000
/** Notifications that are done are deleted after this many days. */
export const NOTIFICATION_RETENTION_DAYS = 90

const reason = z
  .enum(notificationReasons)
  .describe('Why the caller is notified; of several reasons the strongest')
const state = z
  .enum(['open', 'snoozed', 'done'])
  .describe('open: in the inbox; snoozed: not until `snoozedUntil`; done: no longer in the inbox')
export type NotificationState = z.infer<typeof state>

const notificationObject = z
  .object({
    kind: z.enum(notificationObjectKinds),
    id,
    title: z.string().describe('Empty if it has none'),
    number: z.number().int().optional().describe('Of a change request'),
    emoji: emoji.optional().describe('Of a space'),
  })
  .describe('What the notification is about')

/** Something that happened and concerns the caller. Only the caller can see it. */
export const notification = z
  .object({
    object: z.literal('notification'),
    id,
    reason,
    about: notificationObject,
    space: z.object({ id, title: z.string(), emoji: emoji.optional() }).optional(),
    page: z.object({ id, title: z.string() }).optional(),
    comment: id.optional().describe('The comment that began the thread'),
    actor: user.optional().describe('Who caused it; absent if the service did'),
    excerpt: z
      .string()
      .optional()
      .describe('The start of the comment without formatting, or details, up to 200 characters'),
    outcome: z
      .enum(notificationOutcomes)
      .optional()
      .describe('Of a submitted review or a decided access request'),
    events: z.number().int().describe('How many times it happened since the notification was last done'),
    state,
    createdAt: timestamp,
    snoozedUntil: timestamp.optional(),
    urls: z.object({ app: address.describe('Where it happened, in the dashboard') }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

const base = '/orgs/:organizationId/notifications'

const filters = {
  reasons: z.array(z.enum(notificationReasons)).max(notificationReasons.length).optional(),
  space: id.optional().describe('Only what happened in this space'),
}

/** How notifications are chosen: one by one, by object, or all in the inbox that a filter matches. */
const selection = z.union([
  z.object({ ids: z.array(id).min(1).max(MAX_OPEN_NOTIFICATIONS) }),
  z.object({
    objects: z
      .array(z.object({ kind: z.enum(notificationObjectKinds), id }))
      .min(1)
      .max(100)
      .describe('Every notification about these objects'),
  }),
  z.object({ all: z.literal(true), ...filters }),
])

export const notifications = resource('notifications', {
  list: {
    id: 'listNotifications',
    method: 'GET',
    path: base,
    summary: 'List the caller’s notifications in an organization, grouped by object.',
    description:
      'The object with the latest notification comes first, and the notifications about an object follow each other, newest first. Leaves out what the caller can no longer see.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      state: state.default('open'),
      reasons: z
        .array(z.enum(notificationReasons))
        .max(notificationReasons.length)
        .optional()
        .describe('Only notifications with one of these reasons'),
      space: id.optional().describe('Only what happened in this space'),
    }),
    status: 200,
    response: listOf(notification),
  },
  count: {
    id: 'countNotifications',
    method: 'GET',
    path: `${base}/count`,
    summary: 'Count the notifications in the caller’s inbox.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: z
      .object({
        object: z.literal('notification-count'),
        open: z.number().int().min(0),
        nextAt: timestamp
          .optional()
          .describe('When the next snoozed notification returns to the inbox; absent if there is none'),
      })
      .meta({ id: 'NotificationCount' }),
  },
  update: {
    id: 'updateNotifications',
    method: 'POST',
    path: `${base}/state`,
    summary: 'Mark notifications of the caller as done, snooze them, or return them to the inbox.',
    description:
      'Returns which notifications changed, so that the change can be undone. Done notifications are deleted after 90 days.',
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({
      select: selection,
      state,
      until: timestamp.optional().describe('Until when to snooze; required with `snoozed`, within a year'),
    }),
    status: 200,
    response: z.object({ object: z.literal('notification-changes'), ids: z.array(id) }),
  },
})
