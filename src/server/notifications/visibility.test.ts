import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAtLeast, type Role, roles } from '#contract/shared/permissions.ts'
import { useTestApp } from '#testing/app.ts'
import {
  buildOrganization,
  type CreatedOrganization,
  randomOrganization,
} from '#testing/random-organization.ts'
import { viewerIn } from '#testing/viewers.ts'
import { resolveAccess } from '../auth/access.ts'
import { accessFacts } from '../auth/grants.ts'
import { notificationPage, openCount } from '../domain/notifications/queries.ts'
import type { EventAccess, NotificationEvent } from './event.ts'
import { fanOut } from './fan-out.ts'

const app = useTestApp()
const ORGANIZATIONS = 25
const EVENTS = 40

const event = fc.record({
  on: fc.constantFrom('space', 'collection', 'site', 'organization'),
  subject: fc.nat({ max: 5 }),
  role: fc.option(fc.constantFrom<Role>(...roles), { nil: undefined }),
  toTeams: fc.boolean(),
})
const events = fc.array(event, { minLength: EVENTS, maxLength: EVENTS })
type Drawn = typeof event extends fc.Arbitrary<infer T> ? T : never

const idsOf = (made: CreatedOrganization, kind: 'space' | 'collection' | 'site') =>
  ({ space: made.spaces, collection: made.collections, site: made.sites })[kind]

function accessOf(made: CreatedOrganization, { on, subject, role }: Drawn): EventAccess {
  const needed = role === undefined ? {} : { role }
  if (on === 'organization') return needed
  const ids = idsOf(made, on)
  const id = ids[subject % ids.length] ?? ''
  if (on === 'space') return { space: id, ...needed }
  return on === 'collection' ? { collection: id, ...needed } : { site: id, ...needed }
}

/** Whether the access rule for single objects lets a person see what an event is about. */
async function maySee(made: CreatedOrganization, drawn: Drawn, userId: string): Promise<boolean> {
  const access = accessOf(made, drawn)
  if (drawn.on === 'organization') {
    const { membership } = await viewerIn(app.db, made.organizationId, userId)
    return !membership.disabled && (drawn.role === undefined || isAtLeast(membership.role, drawn.role))
  }
  const id = Object.values({ ...access, role: undefined }).find((one) => typeof one === 'string') ?? ''
  const facts = await accessFacts(app.db, { kind: drawn.on, id }, userId)
  if (facts === null || facts.deletedAt !== null) return false
  return isAtLeast(resolveAccess(facts).role, drawn.role ?? 'read')
}

const keyOf = (index: number): string => `event-${index}`

function eventOf(made: CreatedOrganization, drawn: Drawn, index: number): NotificationEvent {
  const all = { reason: 'mention', users: made.members } as const
  return {
    organizationId: made.organizationId,
    key: keyOf(index),
    about: { kind: 'organization', id: keyOf(index) },
    access: accessOf(made, drawn),
    actor: null,
    at: app.service.now().toISOString(),
    audience: drawn.toTeams ? [{ reason: 'review_requested', teams: made.teams }, all] : [all],
  }
}

/** The keys of what a person has in their inbox, checked against the count. */
async function listedFor(made: CreatedOrganization, userId: string): Promise<Set<string>> {
  const viewer = await viewerIn(app.db, made.organizationId, userId)
  const now = app.service.now()
  const { rows, count } = await notificationPage(app.db, viewer, { state: 'open', limit: 1000 }, now)
  expect(rows).toHaveLength(count)
  expect((await openCount(app.db, viewer, now)).open).toBe(count)
  return new Set(rows.map(({ objectId }) => objectId))
}

/** Access that is lost: default levels, grants, roles, and spaces that go to the trash. */
async function revoke({ organizationId, spaces, members }: CreatedOrganization): Promise<void> {
  const { db, service } = app
  await db.deleteFrom('access_grant').where('organization_id', '=', organizationId).execute()
  const [first, second] = spaces
  await db
    .updateTable('space')
    .set({ default_level: 'none' })
    .where('id', '=', first ?? '')
    .execute()
  await db
    .updateTable('space')
    .set({ deleted_at: service.now() })
    .where('id', '=', second ?? '')
    .execute()
  await db
    .updateTable('member')
    .set({ role: null })
    .where('user_id', '=', members[0] ?? '')
    .execute()
}

test('no one is told of what they cannot see, in drawn organizations with 1,000 events', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(randomOrganization, events, async (drawn, drawnEvents) => {
      const made = await buildOrganization(app, drawn)
      for (const [index, one] of drawnEvents.entries()) await fanOut(app.service, eventOf(made, one, index))
      for (const userId of made.members) {
        const stored = await app.db
          .selectFrom('notification')
          .select('event_key as key')
          .where('organization_id', '=', made.organizationId)
          .where('user_id', '=', userId)
          .execute()
        const keys = new Set(stored.map(({ key }) => key))
        expect(stored).toHaveLength(keys.size)
        for (const [index, one] of drawnEvents.entries())
          expect(keys.has(keyOf(index))).toBe(await maySee(made, one, userId))
        told += keys.size
      }
      await revoke(made)
      for (const userId of made.members) {
        const { membership } = await viewerIn(app.db, made.organizationId, userId)
        // A suspended member is refused before any list is read.
        if (membership.disabled) continue
        const keys = await listedFor(made, userId)
        for (const [index, one] of drawnEvents.entries())
          if (keys.has(keyOf(index))) expect(await maySee(made, one, userId)).toBe(true)
      }
    }),
    { numRuns: ORGANIZATIONS, seed: 16 },
  )
  expect(told).toBeGreaterThan(ORGANIZATIONS * EVENTS)
}, 240_000)
