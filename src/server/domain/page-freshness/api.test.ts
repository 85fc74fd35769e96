import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { page, remove } from '#testing/change-requests.ts'
import { aSpaceWithReviews, inDays } from '#testing/page-reviews.ts'

const app = useTestApp()

test('a page has the owner and interval of its space until it has its own', async () => {
  const { admin, ann, first, get, set, setForSpace } = await aSpaceWithReviews(app, 'Torque')
  const settings = { owner: null, interval: null, dueOn: null }
  expect(await get(first)).toMatchObject({ page: { title: 'Torque' }, overdue: false, settings })
  expect(await get(first)).not.toHaveProperty('dueOn')
  const saved = await setForSpace({ owner: ann.userId, interval: 6 })
  expect(saved).toMatchObject({ owner: { id: ann.userId }, interval: 6 })
  expect(await get(first)).toMatchObject({ owner: { id: ann.userId }, interval: 6, settings })
  await set(first, { owner: admin.userId, interval: 'never' })
  const own = await get(first)
  expect(own).toMatchObject({ owner: { id: admin.userId }, settings: { interval: 'never' } })
  expect(own).not.toHaveProperty('interval')
  expect(own).not.toHaveProperty('dueOn')
  await set(first, { owner: null, interval: null })
  expect(await get(first)).toMatchObject({ owner: { id: ann.userId }, interval: 6, settings })
})

test('months are those of the calendar, and count from the later of interval, page and confirmation', async () => {
  const { first, get, set, setForSpace, confirm, age } = await aSpaceWithReviews(app, 'Torque')
  await setForSpace({ interval: 1 })
  const due = async (day: string) => {
    await age(day)
    return (await get(first)).dueOn
  }
  expect(await due('2026-01-31')).toBe('2026-02-28')
  expect(await due('2028-01-31')).toBe('2028-02-29')
  expect(await due('2026-02-28')).toBe('2026-03-28')
  expect(await due('2025-12-31')).toBe('2026-01-31')
  await setForSpace({ interval: 12 })
  expect(await due('2024-02-29')).toBe('2025-02-28')
  await app.db
    .updateTable('page')
    .set({ created_at: new Date('2025-06-01T23:30:00Z') })
    .execute()
  expect((await get(first)).dueOn).toBe('2026-06-01')
  const { dueOn, lastConfirmation } = await confirm(first)
  const year = Number(inDays(0).slice(0, 4))
  expect(dueOn?.slice(0, 7)).toBe(`${year + 1}${inDays(0).slice(4, 7)}`)
  expect(lastConfirmation?.dueOn).toBe('2026-06-01')
  await set(first, { dueOn: '2199-12-31' })
  expect((await get(first)).dueOn).toBe('2199-12-31')
})

test('editors confirm pages and change them, people with Create change the space, readers only look', async () => {
  const { ann, ben, first, get, set, setForSpace, confirm } = await aSpaceWithReviews(app, 'Torque')
  await set(first, { interval: 3 }, ann)
  await confirm(first, ann)
  expect((await get(first, ann)).permissions).toEqual({ edit: true })
  expect((await get(first, ben)).permissions).toEqual({ edit: false })
  for (const refused of [
    () => set(first, { interval: 1 }, ben),
    () => confirm(first, ben),
    () => setForSpace({ interval: 1 }, ann),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 403 })
  await expect(get('nosuchpage')).rejects.toMatchObject({ status: 404 })
  await expect(confirm('nosuchpage')).rejects.toMatchObject({ status: 404 })
  await expect(set('nosuchpage', { interval: 1 })).rejects.toMatchObject({ status: 404 })
})

test('invalid owners, intervals and dates are refused with their field', async () => {
  const { first, set, setForSpace } = await aSpaceWithReviews(app, 'Torque')
  const stranger = await app.anOrganization()
  const refusals: [() => Promise<unknown>, string][] = [
    [() => set(first, { owner: stranger.admin.userId }), 'owner'],
    [() => setForSpace({ owner: 'nosuchperson' }), 'owner'],
    [() => set(first, { interval: 0 }), 'interval'],
    [() => setForSpace({ interval: 61 }), 'interval'],
    [() => set(first, { dueOn: '2026-02-30' }), 'dueOn'],
    [() => set(first, { dueOn: '0000-01-01' }), 'dueOn'],
  ]
  for (const [refused, field] of refusals)
    await expect(refused()).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: ['body', field] }] },
    })
})

test('overdue pages are listed for those who can see them, by owner and space, the oldest date first', async () => {
  const { organizationId, admin, ann, ben, first, second, set, overdue, overdueTitles, space } =
    await aSpaceWithReviews(app, 'Torque', 'Wiring')
  await set(first, { owner: ann.userId, dueOn: inDays(-1) })
  await set(second, { dueOn: inDays(-30) })
  expect(await overdueTitles()).toEqual(['Wiring', 'Torque'])
  expect(await overdueTitles({ owner: ann.userId })).toEqual(['Torque'])
  expect(await overdueTitles({ space: space.id }, ben)).toEqual(['Wiring', 'Torque'])
  expect((await overdue({}, ben)).items[0]?.permissions).toEqual({ edit: false })
  expect((await overdue({}, ann)).items[0]?.permissions).toEqual({ edit: true })
  await set(first, { dueOn: inDays(0) })
  expect(await overdueTitles()).toEqual(['Wiring'])
  const guest = await app.aMember(organizationId, null)
  expect((await overdue({}, guest)).count).toBe(0)
  await app.as(admin)(api.spaces.delete, { params: { spaceId: space.id } })
  expect((await overdue()).count).toBe(0)
})

test('an interval of the space makes its pages overdue, but not those that have another or are new', async () => {
  const { first, set, setForSpace, overdueTitles, age, edit, confirm } = await aSpaceWithReviews(
    app,
    'Torque',
    'Wiring',
  )
  await setForSpace({ interval: 3 })
  expect(await overdueTitles()).toEqual([])
  await age('2025-01-01')
  await edit([page('New', 'Text')])
  expect((await overdueTitles()).sort()).toEqual(['Torque', 'Wiring'])
  await set(first, { interval: 'never' })
  expect(await overdueTitles()).toEqual(['Wiring'])
  await set(first, { interval: null })
  await confirm(first)
  expect(await overdueTitles()).toEqual(['Wiring'])
})

test('the owner is notified once for a review date, until someone confirms the page', async () => {
  const { admin, ann, first, set, confirm, remind, inbox } = await aSpaceWithReviews(app, 'Torque')
  await set(first, { owner: ann.userId, interval: 6, dueOn: inDays(-1) })
  await remind()
  await remind()
  const [notification, ...others] = await inbox(ann)
  expect(others).toEqual([])
  expect(notification).toMatchObject({ about: { kind: 'page', id: first, title: 'Torque' }, events: 1 })
  expect(notification?.urls.app).toMatch(new RegExp(`/p/${first}$`))
  expect(await inbox(admin)).toEqual([])
  await confirm(first, admin)
  expect(await inbox(ann)).toEqual([])
  await remind()
  expect(await inbox(ann)).toEqual([])
  await set(first, { dueOn: inDays(-1) })
  await remind()
  expect(await inbox(ann)).toMatchObject([{ events: 1 }])
})

test('another owner is notified instead, and no one once the page is deleted or the owner has left', async () => {
  const { organizationId, admin, ann, ben, first, second, set, get, remind, inbox, edit } =
    await aSpaceWithReviews(app, 'Torque', 'Wiring')
  await set(first, { owner: ann.userId, dueOn: inDays(-1) })
  await set(second, { owner: ann.userId, dueOn: inDays(-1) })
  await remind()
  expect(await inbox(ann)).toHaveLength(2)
  await set(first, { owner: ben.userId })
  await remind()
  expect(await inbox(ann)).toMatchObject([{ about: { id: second } }])
  expect(await inbox(ben)).toMatchObject([{ about: { id: first } }])
  await edit([remove(first)])
  await expect(get(first)).rejects.toMatchObject({ status: 404 })
  await remind()
  expect(await inbox(ben)).toEqual([])
  await app.as(admin)(api.members.delete, { params: { organizationId, userId: ann.userId } })
  const left = await get(second)
  expect(left).toMatchObject({ overdue: true, settings: { owner: null } })
  expect(left).not.toHaveProperty('owner')
})

test('an owner who is off-boarded hands the pages over', async () => {
  const { organizationId, admin, ann, ben, first, set, get } = await aSpaceWithReviews(app, 'Torque')
  await set(first, { owner: ann.userId })
  await app.as(admin)(api.members.offboard, {
    params: { organizationId, userId: ann.userId },
    body: { successor: ben.userId, membership: 'suspend' },
  })
  expect((await get(first)).owner).toMatchObject({ id: ben.userId })
})

test('concurrent changes of different fields are all stored', async () => {
  const { ann, first, get, set } = await aSpaceWithReviews(app, 'Torque')
  await Promise.all([set(first, { owner: ann.userId }), set(first, { interval: 3 })])
  expect((await get(first)).settings).toEqual({ owner: ann.userId, interval: 3, dueOn: null })
})

test('a space that goes to another organization keeps its dates, and owners who are there, too', async () => {
  const { admin, ann, first, second, space, set, confirm } = await aSpaceWithReviews(app, 'Torque', 'Wiring')
  const { id: to } = await app.as(admin)(api.organizations.create, { body: { title: 'Elsewhere' } })
  await set(first, { owner: ann.userId, dueOn: inDays(-2) })
  await set(second, { owner: admin.userId, interval: 3 })
  await confirm(second)
  await app.as(admin)(api.spaces.transfer, { params: { spaceId: space.id }, body: { organization: to } })
  const get = (pageId: string) =>
    app.as(admin)(api.pageFreshness.get, { params: { spaceId: space.id, pageId } })
  expect(await get(first)).toMatchObject({ overdue: true, settings: { owner: null, dueOn: inDays(-2) } })
  expect(await get(second)).toMatchObject({
    owner: { id: admin.userId },
    interval: 3,
    lastConfirmation: { confirmedBy: { id: admin.userId } },
  })
})
