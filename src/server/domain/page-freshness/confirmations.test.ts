import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { page, remove } from '#testing/change-requests.ts'
import { aSpaceWithReviews, inDays } from '#testing/page-reviews.ts'

const app = useTestApp()

test('a confirmation is recorded with who and when, and the last one can be undone', async () => {
  const { organizationId, admin, ann, first, space, of, set, get, confirm } = await aSpaceWithReviews(
    app,
    'Torque',
  )
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
  const { ann, ben, admin, first, second, params, of, edit, confirm } = await aSpaceWithReviews(app, 'A', 'B')
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
