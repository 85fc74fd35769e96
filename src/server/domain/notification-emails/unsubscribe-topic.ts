import { defaultFrequencies, type EmailFrequency } from '#contract/email-preferences.ts'
import { type NotificationReason, notificationReasons } from '#contract/notifications.ts'
import type { Service } from '../../context.ts'
import { writeIn } from '../../db/write.ts'
import { preferencesOf, storePreferences } from '../email-preferences/queries.ts'
import { accountExists } from './queries.ts'
import type { UnsubscribeTopic } from './unsubscribe.ts'

const names: Readonly<Record<UnsubscribeTopic, string>> = {
  mention: 'mentions of you',
  review_requested: 'requests to review',
  page_overdue: 'pages to review',
  access_requested: 'requests for access',
  access_decided: 'answers to your requests for access',
  access_granted: 'what others give you access to',
  import_failed: 'failed imports',
  openapi_failed: 'OpenAPI specifications that can’t be updated',
  conflict: 'conflicts in change requests',
  merge_canceled: 'merges that were canceled',
  review_submitted: 'reviews',
  merged: 'merged change requests',
  reply: 'replies',
  comment: 'comments',
  thread_resolved: 'resolved threads',
  page_changed: 'changes to pages you follow',
  space_changed: 'changes to spaces you follow',
  digest: 'everything in the daily digest',
}

/** What a person stops getting email about, as part of a sentence. */
export const topicName = (topic: UnsubscribeTopic): string => names[topic]

/** Turns off email for a reason, or for every reason that is in the digest. Doing it again changes nothing. */
export async function unsubscribe(
  { db, now }: Service,
  { userId, topic }: { readonly userId: string; readonly topic: UnsubscribeTopic },
): Promise<void> {
  await writeIn(db, async (tx) => {
    if (!(await accountExists(tx, userId))) return
    const before = await preferencesOf(tx, userId)
    const current = { ...defaultFrequencies, ...before.frequencies }
    const topics: readonly NotificationReason[] =
      topic === 'digest' ? notificationReasons.filter((reason) => current[reason] === 'daily') : [topic]
    const off = Object.fromEntries(topics.map((reason) => [reason, 'never' satisfies EmailFrequency]))
    const frequencies = { ...before.frequencies, ...off }
    await storePreferences(tx, userId, { ...before, frequencies, version: before.version + 1 }, now())
  })
}
