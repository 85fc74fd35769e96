import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PresentUser } from '#contract/presence.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'

const app = useTestApp()

async function aSpace() {
  const space = await aSpaceIn(app)
  const { params } = space
  return {
    ...space,
    beat: (person: Person, clientId: string, body: { activity: PresentUser['activity']; page?: string }) =>
      app.as(person)(api.presence.put, { params: { ...params, clientId }, body }),
    leave: (person: Person, clientId: string) =>
      app.as(person)(api.presence.delete, { params: { ...params, clientId } }),
    here: async (person: Person = space.admin) =>
      (await app.as(person)(api.presence.list, { params })).people.map(
        ({ user, activity, page }) => `${user.id} ${activity} ${page ?? ''}`,
      ),
  }
}

test('present users are shown to others until they leave', async () => {
  const { admin, organizationId, beat, leave, here } = await aSpace()
  const reader = await app.aMember(organizationId, 'read')
  await beat(admin, 'window-one', { activity: 'editing', page: 'p1' })
  const { people } = await beat(reader, 'window-two', { activity: 'reading', page: 'p1' })
  expect(people).toHaveLength(2)
  expect((await here(reader)).sort()).toEqual(
    [`${admin.userId} editing p1`, `${reader.userId} reading p1`].sort(),
  )
  await beat(admin, 'window-one', { activity: 'reading' })
  expect(await here()).toContain(`${admin.userId} reading `)
  await leave(reader, 'window-two')
  expect(await here()).toEqual([`${admin.userId} reading `])
  await expect(leave(reader, 'window-two')).rejects.toMatchObject({ status: 404 })
})

test('two windows with the same page are one person, and users cannot end the presence of others', async () => {
  const { admin, organizationId, beat, leave, here } = await aSpace()
  await beat(admin, 'window-one', { activity: 'reading', page: 'p' })
  await beat(admin, 'window-two', { activity: 'reading', page: 'p' })
  expect(await here()).toHaveLength(1)
  const other = await app.aMember(organizationId, 'edit')
  await expect(leave(other, 'window-one')).rejects.toMatchObject({ status: 404 })
  await leave(admin, 'window-one')
  expect(await here()).toHaveLength(1)
})

test('presence expires after 45 seconds and is deleted', async () => {
  const { admin, beat, here, at } = await aSpace()
  await beat(admin, 'window-old', { activity: 'reading' })
  const seenAt = new Date(Date.now() - 45_000)
  await app.db.updateTable('presence').set({ seen_at: seenAt }).where('space_id', '=', at.spaceId).execute()
  expect(await here()).toEqual([])
  await beat(admin, 'window-new', { activity: 'reading' })
  const rows = await app.db
    .selectFrom('presence')
    .select('client_id')
    .where('space_id', '=', at.spaceId)
    .execute()
  expect(rows).toEqual([{ client_id: 'window-new' }])
})

test('users without access neither see presence nor are present', async () => {
  const { beat, here, organizationId } = await aSpace()
  const guest = await app.aMember(organizationId, null)
  await expect(here(guest)).rejects.toMatchObject({ status: 404 })
  await expect(beat(guest, 'window-one', { activity: 'reading' })).rejects.toMatchObject({ status: 404 })
})

test('suspended members are not shown', async () => {
  const { beat, here, organizationId } = await aSpace()
  const member = await app.aMember(organizationId, 'edit')
  await beat(member, 'window-one', { activity: 'editing' })
  await app.db.updateTable('member').set({ disabled: true }).where('user_id', '=', member.userId).execute()
  expect(await here()).toEqual([])
})
