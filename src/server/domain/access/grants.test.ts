import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { useRestricted } from '#testing/restricted-subjects.ts'

const app = useTestApp()
const { restricted } = useRestricted(app)

test('a preview lists a thousand members on each side and counts the others', async () => {
  const { organizationId, as, params } = await restricted('space')
  const { manyMembers } = await import('#testing/many-members.ts')
  await manyMembers(app.db, organizationId, 1300)
  const { count } = await as(api.members.list, { params: { organizationId }, query: { role: 'guest' } })
  const report = await as(api.spacePermissions.preview, { params, body: { defaultLevel: 'read' } })
  expect([report.gain.length, report.lose.length, report.more]).toEqual([1000, 0, 300 - count])
  const names = report.gain.map(({ user }) => user.displayName.toLowerCase())
  expect(names).toEqual([...names].sort())
})

test('a deleted collection leaves no grants on what was in it', async () => {
  const { organizationId, as, params, aMember } = await restricted('collection')
  const people = await Promise.all(Array.from({ length: 6 }, aMember))
  const inside = await as(api.collections.create, {
    params: { organizationId },
    body: { parent: params.collectionId },
  })
  const attempt = await Promise.allSettled([
    ...people.map(({ userId }) =>
      as(api.collectionPermissions.grant, {
        params: { collectionId: inside.id },
        body: { role: 'edit', users: [userId] },
      }),
    ),
    as(api.collections.delete, { params }),
  ])
  expect(attempt.at(-1)?.status).toBe('fulfilled')
  const remaining = await app.db
    .selectFrom('access_grant')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute()
  expect(remaining).toEqual([])
})

test.each(['space', 'collection'] as const)(
  'people who get access to a %s are notified once',
  async (kind) => {
    const { organizationId, admin, as, id, params, aTeam, aMember } = await restricted(kind)
    const [ann, ben, cem] = [await aMember(), await aMember(), await aMember()]
    const team = await aTeam('Writers', ben, admin)
    const { grant } = kind === 'space' ? api.spacePermissions : api.collectionPermissions
    const inbox = async (person: Person) => {
      await runPendingJobs(app)
      const { items } = await app.as(person)(api.notifications.list, { params: { organizationId } })
      return items.map(({ reason, about, actor, events }) => [reason, about.id, actor?.id, events])
    }
    await as(grant, { params, body: { role: 'edit', users: [ann.userId] } })
    await as(grant, { params, body: { role: 'read', teams: [team] } })
    for (const person of [ann, ben])
      expect(await inbox(person)).toEqual([['access_granted', id, admin.userId, 1]])
    expect([...(await inbox(cem)), ...(await inbox(admin))]).toEqual([])
    await as(grant, { params, body: { role: 'review', users: [ann.userId] } })
    await as(grant, { params, body: { role: null, users: [cem.userId] } })
    expect(await inbox(ann)).toMatchObject([['access_granted', id, admin.userId, 1]])
    expect(await inbox(cem)).toEqual([])
    await as(grant, { params, body: { role: null, users: [ann.userId] } })
    expect(await inbox(ann)).toEqual([])
  },
)
