import type { Service } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { Audience, NotificationEvent } from './event.ts'
import { followsOf } from './follow-queries.ts'
import { insertNotifications, membersOfTeams, participantsOf } from './recipient-queries.ts'
import { type Candidate, strongestReasons, withoutMuted } from './rules.ts'

/** People that one part of an audience can contain; an organization with more has other means to announce something. */
const MAX_RECIPIENTS = 20_000
const BATCH_SIZE = 500

/** Notifies everyone whom an event concerns and who may see it. Can run twice. */
export async function fanOut(
  { db, newId }: Pick<Service, 'db' | 'newId'>,
  event: NotificationEvent,
  stop?: AbortSignal,
): Promise<void> {
  const recipients = await recipientsOf(db, event)
  for (let start = 0; start < recipients.length; start += BATCH_SIZE) {
    stop?.throwIfAborted()
    const batch = recipients.slice(start, start + BATCH_SIZE)
    await insertNotifications(
      db,
      event,
      batch.map((one) => ({ ...one, id: newId() })),
    )
  }
}

/** In the order of their ids, so that two jobs never wait for each other. */
async function recipientsOf(db: Db, event: NotificationEvent): Promise<Candidate[]> {
  const { organizationId, audience, actor, scopes = [], except = [] } = event
  const candidates: Candidate[] = []
  for (const part of audience)
    for (const userId of await peopleIn(db, organizationId, part))
      candidates.push({ userId, reason: part.reason })
  const preferences = await followsOf(db, organizationId, scopes, MAX_RECIPIENTS)
  const excepted = new Set(except)
  const others = candidates.filter(({ userId }) => !excepted.has(userId))
  return withoutMuted(strongestReasons(others, actor), preferences, scopes).sort((a, b) =>
    a.userId < b.userId ? -1 : 1,
  )
}

async function peopleIn(db: Db, organizationId: string, audience: Audience): Promise<readonly string[]> {
  if ('users' in audience) return audience.users
  if ('teams' in audience)
    return audience.teams.length === 0
      ? []
      : membersOfTeams(db, organizationId, audience.teams, MAX_RECIPIENTS)
  if ('participantsOf' in audience) return participantsOf(db, organizationId, audience.participantsOf)
  const follows = await followsOf(db, organizationId, audience.followersOf, MAX_RECIPIENTS)
  return follows.flatMap(({ userId, state }) => (state === 'following' ? [userId] : []))
}
