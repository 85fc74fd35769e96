import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PageReviewSettings } from '#contract/page-freshness.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { page, remove } from '#testing/change-requests.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { notifyOfOverduePages } from './notify.ts'
import { dayOf } from './rules.ts'

const app = useTestApp()
const DAY_MS = 86_400_000
const inDays = (days: number) => dayOf(new Date(Date.now() + days * DAY_MS))

async function aSpaceWithPages(...titles: string[]) {
  const { organizationId, admin } = await app.anOrganization()
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'read')]
  const inOrganization = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params: inOrganization, body: { title: 'Guide' } })
  const params = { spaceId: space.id }
  const edit = (changes: ReturnType<typeof page>[]) =>
    app.as(admin)(api.spaceContent.edit, { params, body: { changes } })
  await edit(titles.map((title) => page(title, 'Text')))
  const { pages } = await app.as(admin)(api.spaceContent.pages, { params })
  const ids = titles.map((title) => pages.find((one) => one.title === title)?.id ?? '')
  const of = (pageId: string) => ({ ...params, pageId })
  const get = (pageId: string, person = admin) =>
    app.as(person)(api.pageFreshness.get, { params: of(pageId) })
  const set = (pageId: string, body: Partial<PageReviewSettings>, person = admin) =>
    app.as(person)(api.pageFreshness.update, { params: of(pageId), body })
  const setForSpace = (body: { owner?: string | null; interval?: number | null }, person = admin) =>
    app.as(person)(api.pageFreshness.updateForSpace, { params, body })
  const confirm = (pageId: string, person = admin) =>
    app.as(person)(api.pageFreshness.confirm, { params: of(pageId) })
  const overdue = (query: { owner?: string; space?: string } = {}, person = admin) =>
    app.as(person)(api.pageFreshness.listOverdue, { params: inOrganization, query })
  const overdueTitles = async (query = {}, person = admin) =>
    (await overdue(query, person)).items.map((one) => one.page.title)
  const remind = async () => {
    await notifyOfOverduePages(app.service)
    await runPendingJobs(app)
  }
  const inbox = async (person: Person) =>
    (await app.as(person)(api.notifications.list, { params: inOrganization, query: {} })).items.filter(
      ({ reason }) => reason === 'page_overdue',
    )
  /** Makes the pages of the space older, and what was set for it. */
  const age = async (day: string) => {
    const at = new Date(`${day}T12:00:00Z`)
    await app.db.updateTable('page').set({ created_at: at }).where('space_id', '=', space.id).execute()
    await app.db.updateTable('page_freshness').set({ since: day }).where('space_id', '=', space.id).execute()
  }
  const [first = '', second = ''] = ids
  const calls = { get, set, setForSpace, confirm, overdue, overdueTitles, remind, inbox, age, edit, of }
  return { organizationId, admin, ann, ben, space, params, first, second, ...calls }
}

test('a page has the owner and interval of its space until it has its own', async () => {
  const { admin, ann, first, get, set, setForSpace } = await aSpaceWithPages('Torque')
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
  const { first, get, set, setForSpace, confirm, age } = await aSpaceWithPages('Torque')
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
  const { ann, ben, first, get, set, setForSpace, confirm } = await aSpaceWithPages('Torque')
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
  const { first, set, setForSpace } = await aSpaceWithPages('Torque')
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
    await aSpaceWithPages('Torque', 'Wiring')
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
  const { first, set, setForSpace, overdueTitles, age, edit, confirm } = await aSpaceWithPages(
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
  const { admin, ann, first, set, confirm, remind, inbox } = await aSpaceWithPages('Torque')
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
    await aSpaceWithPages('Torque', 'Wiring')
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
  const { organizationId, admin, ann, ben, first, set, get } = await aSpaceWithPages('Torque')
  await set(first, { owner: ann.userId })
  await app.as(admin)(api.members.offboard, {
    params: { organizationId, userId: ann.userId },
    body: { successor: ben.userId, membership: 'suspend' },
  })
  expect((await get(first)).owner).toMatchObject({ id: ben.userId })
})

test('a confirmation is recorded with who and when, and the last one can be undone', async () => {
  const { organizationId, admin, ann, first, space, of, set, get, confirm } = await aSpaceWithPages('Torque')
  const list = async () =>
    (await app.as(ann)(api.pageFreshness.listConfirmations, { params: of(first), query: {} })).items
  const undo = (confirmationId: string | undefined) =>
    app.as(ann)(api.pageFreshness.deleteConfirmation, {
      params: { ...of(first), confirmationId: confirmationId ?? '' },
    })
  await set(first, { dueOn: inDays(-3) })
  const before = await confirm(first, ann)
  expect(before).not.toHaveProperty('dueOn')
  const later = await confirm(first, admin)
  expect(await list()).toMatchObject([
    { confirmedBy: { id: admin.userId } },
    { confirmedBy: { id: ann.userId }, dueOn: inDays(-3) },
  ])
  await expect(undo(before.lastConfirmation?.id)).rejects.toMatchObject({ status: 409 })
  await expect(undo('nosuchconfirmation')).rejects.toMatchObject({ status: 404 })
  await undo(later.lastConfirmation?.id)
  await undo(before.lastConfirmation?.id)
  expect(await list()).toEqual([])
  expect(await get(first)).toMatchObject({ dueOn: inDays(-3), overdue: true })
  const events = await eventsOf(app.db, organizationId, space.id)
  expect(events.map(({ action }) => action).slice(-5)).toEqual([
    'space.freshness',
    'space.confirm-page',
    'space.confirm-page',
    'space.unconfirm-page',
    'space.unconfirm-page',
  ])
  expect(events.at(-4)).toMatchObject({
    before: { dueOn: inDays(-3) },
    after: { page: first, pageTitle: 'Torque', dueOn: null },
  })
})

test('confirmations are in the activity of their page, and between the revisions of the space', async () => {
  const { ann, ben, admin, first, second, params, of, edit, confirm } = await aSpaceWithPages('A', 'B')
  const activity = async (pageId: string) =>
    (await app.as(ben)(api.pageActivity.get, { params: of(pageId) })).confirmations
  const history = async () => {
    const list = await app.as(ben)(api.revisions.list, { params, query: {} })
    expect(api.revisions.list.response.parse(list)).toEqual(list)
    return list.items.map(({ confirmations }) => confirmations)
  }
  expect([await activity(first), await history()]).toEqual([[], [undefined, undefined]])
  await confirm(first, ann)
  await edit([page('C')])
  await confirm(second, ann)
  await confirm(first, admin)
  expect(await activity(first)).toMatchObject([
    { object: 'page-confirmation', confirmedBy: { id: admin.userId } },
    { confirmedBy: { id: ann.userId } },
  ])
  expect(await history()).toMatchObject([
    {
      count: 2,
      items: [
        { confirmedBy: { id: admin.userId }, page: { id: first, title: 'A' } },
        { confirmedBy: { id: ann.userId }, page: { id: second, title: 'B' } },
      ],
    },
    { count: 1, items: [{ confirmedBy: { id: ann.userId }, page: { id: first, title: 'A' } }] },
    undefined,
  ])
  const { items } = await app.as(ben)(api.revisions.list, { params, query: { limit: 1 } })
  expect(items[0]?.confirmations?.count).toBe(2)
  await app.as(ann)(api.pageFreshness.deleteConfirmation, {
    params: { ...of(second), confirmationId: items[0]?.confirmations?.items[1]?.id ?? '' },
  })
  await edit([remove(first)])
  expect(await history()).toEqual([undefined, undefined, undefined, undefined])
})

test('concurrent changes of different fields are all stored', async () => {
  const { ann, first, get, set } = await aSpaceWithPages('Torque')
  await Promise.all([set(first, { owner: ann.userId }), set(first, { interval: 3 })])
  expect((await get(first)).settings).toEqual({ owner: ann.userId, interval: 3, dueOn: null })
})

test('a space that goes to another organization keeps its dates, and owners who are there, too', async () => {
  const { admin, ann, first, second, space, set, confirm } = await aSpaceWithPages('Torque', 'Wiring')
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
