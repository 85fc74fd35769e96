import type { Notification, NotificationReason } from '#contract/notifications.ts'
import { labels, pluralize } from '../../lib/labels.ts'

/** The reasons as filters, in the order in which they are listed. */
export const reasonLabels: Readonly<Record<NotificationReason, string>> = {
  mention: 'Mention',
  review_requested: 'Review requested',
  page_overdue: 'Page overdue',
  review_submitted: 'Review',
  reply: 'Reply',
  comment: 'Comment',
  thread_resolved: 'Thread resolved',
  merged: 'Merged',
  conflict: 'Conflict',
  merge_canceled: 'Merge canceled',
  page_changed: 'Page changed',
  space_changed: 'Space changed',
  access_requested: 'Access requested',
  access_decided: 'Access decided',
  access_granted: 'Shared with you',
  import_failed: 'Import failed',
  openapi_failed: 'OpenAPI update failed',
}

export const isReason = (text: string | undefined): text is NotificationReason =>
  text !== undefined && Object.hasOwn(reasonLabels, text)

const kindLabels: Readonly<Record<Notification['about']['kind'], string>> = {
  space: 'Untitled space',
  page: 'Untitled page',
  comment: labels.untitled,
  'change-request': 'Change request',
  collection: 'Untitled collection',
  site: 'Untitled site',
  import: 'Import',
  'openapi-spec': 'OpenAPI specification',
  organization: 'Organization',
}

/** What a notification is about: the title of the object. */
export function objectLabel({ about: { kind, title, number } }: Notification): string {
  if (title !== '') return title
  return kind === 'change-request' && number !== undefined ? `Change request #${number}` : kindLabels[kind]
}

const verbs: Readonly<Record<NotificationReason, string>> = {
  mention: 'mentioned you',
  review_requested: 'asked for your review',
  page_overdue: 'set a review date that has passed',
  review_submitted: 'reviewed it',
  reply: 'replied',
  comment: 'commented',
  thread_resolved: 'resolved the thread',
  merged: 'merged it',
  conflict: 'made a conflicting change',
  merge_canceled: 'canceled the merge',
  page_changed: 'changed the page',
  space_changed: 'changed the space',
  access_requested: 'asks for access',
  access_decided: 'answered your request for access',
  access_granted: 'gave you access',
  import_failed: 'started an import that failed',
  openapi_failed: 'changed a specification that can’t be updated',
}

const withoutActor: Readonly<Partial<Record<NotificationReason, string>>> = {
  conflict: 'Conflicts with the space',
  merge_canceled: 'No longer merges when ready',
  page_overdue: 'Is it still correct?',
  import_failed: 'The import failed',
  openapi_failed: 'The specification can’t be updated',
  page_changed: 'The page changed',
  space_changed: 'The space changed',
  merged: 'Merged',
}

const outcomes: Readonly<Record<NonNullable<Notification['outcome']>, string>> = {
  approved: 'approved it',
  'changes-requested': 'requested changes',
  granted: 'granted you access',
  declined: 'declined your request for access',
}

/** What happened: `Priya mentioned you`. */
export function eventLabel({ reason, actor, outcome }: Notification): string {
  if (actor === undefined) return withoutActor[reason] ?? reasonLabels[reason]
  return `${actor.displayName} ${outcome === undefined ? verbs[reason] : outcomes[outcome]}`
}

/** Tasks remain in the inbox when they are opened, until they are done. */
const TASKS: ReadonlySet<NotificationReason> = new Set([
  'review_requested',
  'access_requested',
  'conflict',
  'page_overdue',
])

/** Whether opening a notification is all that it asks for. */
export const isDoneWhenOpened = ({ reason }: Notification): boolean => !TASKS.has(reason)

/** `3 notifications` */
export const countLabel = (count: number): string => pluralize(count, 'notification')
