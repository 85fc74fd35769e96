import type { ChangeEvent } from '#contract/events.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Change } from '../../changes/feed.ts'
import type { Caller, Service } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { activeRoles, credentialKey, visiblePairs } from './queries.ts'
import {
  eventFor,
  librarySubjectsOf,
  MAX_SUBJECTS_PER_BATCH,
  resetEvent,
  type SubjectRef,
  siteSubjectOf,
} from './rules.ts'

/** The events of a batch for a caller; null when the caller may no longer listen. */
export type EventsOfCaller = (caller: Caller) => readonly ChangeEvent[] | null

type Roles = ReadonlyMap<string, Role | null>

/**
 * Decides what each of some callers gets of a batch of changes. However many callers there are, this takes one query
 * for their credentials and one for each kind of subject in the batch, four at most.
 */
export async function authorizeBatch(
  { db, now }: Pick<Service, 'db' | 'now'>,
  organizationId: string,
  callers: readonly Caller[],
  changes: readonly (Change | null)[],
): Promise<EventsOfCaller> {
  const credentials = callers.map(({ credential }) => credential)
  const active = await activeRoles(db, organizationId, credentials, now())
  const roleOf = ({ credential }: Caller) => active.get(credentialKey(credential))
  const roles = new Map<string, Role | null>()
  for (const caller of callers) {
    const role = roleOf(caller)
    if (role !== undefined) roles.set(caller.userId, role)
  }
  const events = await eventsByUser(db, organizationId, roles, changes)
  return (caller) => (roleOf(caller) === undefined ? null : (events.get(caller.userId) ?? []))
}

async function eventsByUser(
  db: Db,
  organizationId: string,
  roles: Roles,
  changes: readonly (Change | null)[],
): Promise<ReadonlyMap<string, readonly ChangeEvent[]>> {
  const reported = changes.filter((change) => change !== null)
  const reset = [resetEvent(organizationId)]
  const library = distinct(reported.flatMap(librarySubjectsOf))
  if (reported.length < changes.length || library.length > MAX_SUBJECTS_PER_BATCH) {
    return new Map([...roles.keys()].map((userId) => [userId, reset]))
  }
  const sites = hasGuest(roles) ? distinct(reported.flatMap((change) => siteSubjectOf(change) ?? [])) : []
  const resetsGuests = library.length + sites.length > MAX_SUBJECTS_PER_BATCH
  const subjects = resetsGuests ? library : [...library, ...sites]
  const canSee = await visibility(db, organizationId, subjects, [...roles.keys()])
  return new Map(
    [...roles].map(([userId, role]) => {
      if (role === null && resetsGuests) return [userId, reset] as const
      const recipient = { organizationId, userId, role }
      const events = reported.flatMap((change) => eventFor(recipient, change, canSee(userId)) ?? [])
      return [userId, latestOfEach(events)] as const
    }),
  )
}

const hasGuest = (roles: Roles): boolean => [...roles.values()].includes(null)

const keyOf = ({ kind, id }: SubjectRef): string => `${kind} ${id}`

const distinct = (subjects: readonly SubjectRef[]): readonly SubjectRef[] => [
  ...new Map(subjects.map((subject) => [keyOf(subject), subject])).values(),
]

/** Who of some users may see which of some subjects, with one query for each kind. */
async function visibility(
  db: Db,
  organizationId: string,
  subjects: readonly SubjectRef[],
  userIds: readonly string[],
): Promise<(userId: string) => (subject: SubjectRef) => boolean> {
  const visible = new Set<string>()
  for (const [kind, some] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const ids = some.map(({ id }) => id)
    const pairs = await visiblePairs(db, organizationId, kind, { ids, userIds })
    for (const { id, userId } of pairs) visible.add(`${userId} ${keyOf({ kind, id })}`)
  }
  return (userId) => (subject) => visible.has(`${userId} ${keyOf(subject)}`)
}

/** Each event once, in the place of its last occurrence. */
function latestOfEach(events: readonly ChangeEvent[]): readonly ChangeEvent[] {
  const latest = new Map<string, ChangeEvent>()
  for (const event of events) {
    const key = `${event.type} ${event.id}`
    latest.delete(key)
    latest.set(key, event)
  }
  return [...latest.values()]
}
