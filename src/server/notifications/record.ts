import type { AutomaticFollow } from '#contract/follows.ts'
import type { Service } from '../context.ts'
import type { Tx } from '../db/client.ts'
import type { FollowedObject, NotificationEvent } from './event.ts'
import { followAutomatically } from './follow-queries.ts'
import { markDone } from './recipient-queries.ts'

type Recorder = Pick<Service, 'jobs' | 'now'>

const MAX_TITLE_LENGTH = 255
const MAX_DETAIL_LENGTH = 200

/**
 * Records in the transaction of a write what people are notified of. A job finds them after the commit, so the write
 * does not wait for it; who may not see it is left out then and again whenever notifications are read.
 */
export async function recordEvent(
  tx: Tx,
  ctx: Recorder,
  { detail = '', about, ...event }: Omit<NotificationEvent, 'at'>,
): Promise<void> {
  const title = about.title?.slice(0, MAX_TITLE_LENGTH).toWellFormed()
  await ctx.jobs.enqueue(tx, 'notify', {
    ...event,
    about: { ...about, ...(title === undefined ? {} : { title }) },
    detail: detail.slice(0, MAX_DETAIL_LENGTH).toWellFormed(),
    at: ctx.now().toISOString(),
  })
}

/** Lets people follow something because of what they did, unless they muted it or turned that off. */
export const recordFollow = (
  tx: Tx,
  ctx: Pick<Service, 'now'>,
  follow: {
    readonly organizationId: string
    readonly spaceId: string
    readonly users: readonly string[]
    readonly objects: readonly FollowedObject[]
    readonly because: AutomaticFollow
  },
): Promise<void> => followAutomatically(tx, { ...follow, now: ctx.now() })

/**
 * Marks an event as done for people who have done what it asks for, or for everyone without `users`; without effect for
 * those who were not notified.
 */
export async function settleEvent(
  tx: Tx,
  ctx: Pick<Service, 'now'>,
  {
    organizationId,
    key,
    users,
  }: { readonly organizationId: string; readonly key: string; readonly users?: readonly string[] },
): Promise<void> {
  if (users?.length !== 0) await markDone(tx, { organizationId, key, users, now: ctx.now() })
}
