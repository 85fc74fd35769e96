import { type NotificationReason, notificationReasons } from '#contract/notifications.ts'
import type { FollowedObject } from './event.ts'

/** These concern a person directly, so that muting what they are about does not stop them. */
const DIRECT: ReadonlySet<NotificationReason> = new Set([
  'mention',
  'review_requested',
  'page_overdue',
  'access_requested',
  'access_decided',
  'access_granted',
  'import_failed',
  'openapi_failed',
  'merge_canceled',
])

/** Someone who may be notified, and why. */
export type Candidate = { readonly userId: string; readonly reason: NotificationReason }

type Preference = FollowedObject & { readonly userId: string; readonly state: 'following' | 'muted' }

const strength = new Map(notificationReasons.map((reason, index) => [reason, index]))
const strengthOf = (reason: NotificationReason): number => strength.get(reason) ?? notificationReasons.length

/** Each person once with their strongest reason, without the one who caused the event. */
export function strongestReasons(candidates: Iterable<Candidate>, actor: string | null): Candidate[] {
  const strongest = new Map<string, NotificationReason>()
  for (const { userId, reason } of candidates) {
    if (userId === actor) continue
    const known = strongest.get(userId)
    if (known === undefined || strengthOf(reason) < strengthOf(known)) strongest.set(userId, reason)
  }
  return [...strongest].map(([userId, reason]) => ({ userId, reason }))
}

/**
 * The candidates without those who muted what the event is about. The most specific scope that someone follows or mutes
 * decides; reasons that concern them directly remain.
 */
export function withoutMuted(
  candidates: readonly Candidate[],
  preferences: readonly Preference[],
  scopes: readonly FollowedObject[],
): Candidate[] {
  const states = new Map(preferences.map((one) => [keyOf(one.userId, one), one.state]))
  const isMuted = (userId: string): boolean =>
    scopes.map((scope) => states.get(keyOf(userId, scope))).find((state) => state !== undefined) === 'muted'
  return candidates.filter(({ userId, reason }) => DIRECT.has(reason) || !isMuted(userId))
}

const keyOf = (userId: string, { kind, id }: FollowedObject): string => `${userId} ${kind} ${id}`
