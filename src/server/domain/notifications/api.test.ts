import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { FollowKind } from '#contract/follows.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { notifyOfConflicts } from '../../notifications/conflicts.ts'
import { fanOut } from '../../notifications/fan-out.ts'
import { notifyOfSpaceChanges } from '../../notifications/space-changes.ts'

const app = useTestApp()

async function aTeamSpace() {
  const { organizationId, admin } = await app.anOrganization()
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'review')]
  const params = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Guide' } })
  const inSpace = { spaceId: space.id }
  const inbox = async (person: Person, query: { state?: 'open' | 'done' | 'snoozed' } = {}) => {
    await runPendingJobs(app)
    return (await app.as(person)(api.notifications.list, { params, query })).items
  }
  const comment = (person: Person, markdown: string) =>
    app.as(person)(api.spaceComments.create, { params: inSpace, body: { body: { markdown } } })
  const reply = (person: Person, commentId: string, markdown: string) =>
    app.as(person)(api.spaceCommentReplies.create, {
      params: { ...inSpace, commentId },
      body: { body: { markdown } },
    })
  const follow = (person: Person, kind: FollowKind, id: string, state: 'following' | 'muted' | 'none') =>
    app.as(person)(api.follows.set, {
      params: { ...inSpace, followKind: kind, followedId: id },
      body: { state },
    })
  const update = (
    person: Person,
    body: {
      select: { ids: string[] } | { objects: { kind: 'comment'; id: string }[] } | { all: true }
      state: 'open' | 'done' | 'snoozed'
      until?: string
    },
  ) => app.as(person)(api.notifications.update, { params, body })
  return { organizationId, admin, ann, ben, params, space, inSpace, inbox, comment, reply, follow, update }
}

test('someone who is mentioned and follows the thread is notified once, with the stronger reason', async () => {
  const { admin, ann, inbox, comment, reply } = await aTeamSpace()
  const thread = await comment(ann, 'Which bit?')
  await reply(admin, thread.id, `**Torx**, [@Ann](/users/${ann.userId})`)
  const [item, ...others] = await inbox(ann)
  expect(others).toEqual([])
  expect(item).toMatchObject({
    reason: 'mention',
    about: { kind: 'comment', id: thread.id, title: 'Guide' },
    comment: thread.id,
    actor: { id: admin.userId },
    excerpt: 'Torx, @Ann',
    state: 'open',
  })
  expect(item?.urls.app).toMatch(new RegExp(`/s/.*comments\\?comment=${thread.id}$`))
  expect(await inbox(admin)).toEqual([])
})

test('a reply to a comment on a page opens the page', async () => {
  const { ann, ben, inSpace, inbox, reply } = await aTeamSpace()
  const insert = { operation: 'insert_page' as const, title: 'Torque', document: { markdown: 'One Nm.' } }
  await app.as(ann)(api.spaceContent.edit, { params: inSpace, body: { changes: [insert] } })
  const { pages } = await app.as(ann)(api.spaceContent.pages, { params: inSpace, query: {} })
  const page = pages[0]?.id ?? ''
  const thread = await app.as(ann)(api.spaceComments.create, {
    params: inSpace,
    body: { page, body: { markdown: 'Which bit?' } },
  })
  await reply(ben, thread.id, 'Torx')
  const [item] = await inbox(ann)
  expect(item?.page).toEqual({ id: page, title: 'Torque' })
  expect(item?.urls.app).toMatch(new RegExp(`/p/${page}\\?comments=open&comment=${thread.id}$`))
})

test('running the job of an event again tells no one twice', async () => {
  const { organizationId, ann, ben, space, inbox } = await aTeamSpace()
  const event = {
    organizationId,
    key: 'event',
    about: { kind: 'space', id: space.id },
    access: { space: space.id },
    actor: null,
    at: app.service.now().toISOString(),
    audience: [{ reason: 'mention', users: [ann.userId, ben.userId] }],
  } as const
  // A run that ended after its first batch.
  await fanOut(app.service, { ...event, audience: [{ reason: 'mention', users: [ann.userId] }] })
  await Promise.all([fanOut(app.service, event), fanOut(app.service, event)])
  const renewing = { ...event, key: 'renewing', renews: true }
  await fanOut(app.service, renewing)
  await fanOut(app.service, renewing)
  for (const person of [ann, ben]) expect((await inbox(person)).map(({ events }) => events)).toEqual([1, 1])
})

test('done, snoozed and returned notifications are where they belong, and the count follows', async () => {
  const { ann, ben, inbox, comment, reply, update, params } = await aTeamSpace()
  const thread = await comment(ann, 'Which bit?')
  for (const text of ['One', 'Two', 'Three']) await reply(ben, thread.id, text)
  expect((await inbox(ann)).map(({ excerpt }) => excerpt)).toEqual(['Three', 'Two', 'One'])
  const [three, two] = await inbox(ann)
  const count = () => app.as(ann)(api.notifications.count, { params })
  expect(await count()).toEqual({ object: 'notification-count', open: 3 })
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await update(ann, { select: { ids: [three?.id ?? ''] }, state: 'snoozed', until })
  expect(await count()).toEqual({ object: 'notification-count', open: 2, nextAt: until })
  expect(await inbox(ann, { state: 'snoozed' })).toMatchObject([{ excerpt: 'Three', snoozedUntil: until }])
  const done = await update(ann, { select: { ids: [two?.id ?? ''] }, state: 'done' })
  expect(done.ids).toEqual([two?.id])
  const rest = await update(ann, {
    select: { objects: [{ kind: 'comment', id: thread.id }] },
    state: 'done',
  })
  expect(rest.ids).toHaveLength(1)
  expect(await count()).toMatchObject({ open: 0 })
  await update(ann, { select: { ids: [...rest.ids, three?.id ?? ''] }, state: 'open' })
  expect((await inbox(ann)).map(({ excerpt }) => excerpt)).toEqual(['Three', 'One'])
  const past = update(ann, { select: { all: true }, state: 'snoozed', until: '2020-01-01T00:00:00.000Z' })
  await expect(past).rejects.toMatchObject({ status: 400 })
})

test('no one changes or sees the notifications of another person', async () => {
  const { ann, ben, inbox, comment, reply, update } = await aTeamSpace()
  const thread = await comment(ann, 'Which bit?')
  await reply(ben, thread.id, 'Torx')
  const [item] = await inbox(ann)
  expect((await update(ben, { select: { ids: [item?.id ?? ''] }, state: 'done' })).ids).toEqual([])
  expect(await inbox(ann)).toHaveLength(1)
})

test('muting a thread ends its replies but not mentions, and wins over following automatically', async () => {
  const { ann, ben, inbox, comment, reply, follow } = await aTeamSpace()
  const thread = await comment(ann, 'Which bit?')
  await follow(ann, 'comment', thread.id, 'muted')
  await reply(ben, thread.id, 'Torx')
  await reply(ann, thread.id, 'Thanks')
  await reply(ben, thread.id, 'Sure')
  expect(await inbox(ann)).toEqual([])
  await reply(ben, thread.id, `[@Ann](/users/${ann.userId})?`)
  expect(await inbox(ann)).toMatchObject([{ reason: 'mention' }])
})

test('what someone may no longer see is gone from their inbox, and so are deleted comments', async () => {
  const { admin, ann, ben, inbox, comment, reply, inSpace, params } = await aTeamSpace()
  const thread = await comment(ann, 'Which bit?')
  await reply(ben, thread.id, 'Torx')
  const other = await comment(ben, `[@Ann](/users/${ann.userId})`)
  expect(await inbox(ann)).toHaveLength(2)
  await app.as(ben)(api.spaceComments.delete, { params: { ...inSpace, commentId: other.id } })
  expect(await inbox(ann)).toHaveLength(1)
  await app.as(admin)(api.spaces.update, { params: inSpace, body: { defaultLevel: null } })
  expect(await inbox(ann)).toEqual([])
  expect(await app.as(ann)(api.notifications.count, { params })).toMatchObject({ open: 0 })
})

test('reviews are requested, submitted and merged with the people who take part', async () => {
  const { ann, ben, inbox, inSpace } = await aTeamSpace()
  const request = await app.as(ann)(api.changeRequests.create, {
    params: inSpace,
    body: { subject: 'Units' },
  })
  const at = { ...inSpace, changeRequestId: request.id }
  await app.as(ann)(api.changeRequestReviews.request, { params: at, body: { users: [ben.userId] } })
  expect(await inbox(ben)).toMatchObject([
    { reason: 'review_requested', about: { kind: 'change-request', number: 1, title: 'Units' } },
  ])
  const body = { status: 'approved' as const, comment: { markdown: 'Fine' } }
  await app.as(ben)(api.changeRequestReviews.create, { params: at, body })
  expect(await inbox(ann)).toMatchObject([
    { reason: 'review_submitted', outcome: 'approved', excerpt: 'Fine' },
  ])
  await app.as(ann)(api.changeRequestContent.edit, {
    params: at,
    body: { changes: [{ operation: 'insert_page', title: 'Units', document: { markdown: 'mm' } }] },
  })
  await app.as(ben)(api.changeRequests.merge, { params: at, body: {} })
  expect((await inbox(ann)).map(({ reason }) => reason)).toEqual(['merged', 'review_submitted'])
})

test('followers of a space are notified of changed pages once, and followers of a page of the page alone', async () => {
  const { organizationId, admin, ann, ben, inbox, inSpace, follow, space } = await aTeamSpace()
  await follow(ann, 'space', space.id, 'following')
  const edit = await app.as(admin)(api.spaceContent.edit, {
    params: inSpace,
    body: {
      changes: [
        { operation: 'insert_page', title: 'One', document: { markdown: 'a' } },
        { operation: 'insert_page', title: 'Two', document: { markdown: 'b' } },
      ],
    },
  })
  const { pages } = await app.as(admin)(api.spaceContent.pages, { params: inSpace, query: {} })
  expect(edit.revision).toBeDefined()
  const page = pages[0]
  await follow(ben, 'space', space.id, 'following')
  await follow(ben, 'page', page?.id ?? '', 'following')
  const window = {
    organizationId,
    spaceId: space.id,
    from: new Date(Date.now() - 600_000).toISOString(),
    to: new Date(Date.now() + 1000).toISOString(),
  }
  for (let times = 0; times < 2; times++) await notifyOfSpaceChanges(app.service, window)
  expect(await inbox(ann)).toMatchObject([
    {
      reason: 'space_changed',
      about: { kind: 'space', id: space.id },
      excerpt: '2 pages changed',
      events: 1,
    },
  ])
  expect(await inbox(ben)).toMatchObject([{ reason: 'page_changed', about: { kind: 'page', title: 'One' } }])
  expect(await inbox(admin)).toEqual([])
})

test('nothing is followed automatically that someone turned off, and only what exists can be followed', async () => {
  const { ann, params, inSpace, follow } = await aTeamSpace()
  const settings = await app.as(ann)(api.notificationSettings.update, {
    params,
    body: { follow: { authored: false } },
  })
  expect(settings.follow).toEqual({ authored: false, edited: true, commented: true, requested: true })
  const request = await app.as(ann)(api.changeRequests.create, { params: inSpace, body: {} })
  const path = { ...inSpace, followKind: 'change-request' as const, followedId: request.id }
  expect(await app.as(ann)(api.follows.get, { params: path })).toMatchObject({ state: 'none' })
  expect(await follow(ann, 'change-request', request.id, 'following')).toMatchObject({
    state: 'following',
    automatic: false,
  })
  await expect(follow(ann, 'page', 'nosuchpage', 'following')).rejects.toMatchObject({ status: 404 })
})

test('the author of a change request that conflicts with the space is told once', async () => {
  const { organizationId, admin, ann, inSpace, inbox } = await aTeamSpace()
  const insert = { operation: 'insert_page' as const, title: 'Torque', document: { markdown: 'One Nm.' } }
  await app.as(admin)(api.spaceContent.edit, { params: inSpace, body: { changes: [insert] } })
  const { pages } = await app.as(admin)(api.spaceContent.pages, { params: inSpace, query: {} })
  const write = (markdown: string) => [
    { operation: 'update_page' as const, page: pages[0]?.id ?? '', document: { markdown } },
  ]
  const request = await app.as(ann)(api.changeRequests.create, { params: inSpace, body: {} })
  await app.as(ann)(api.changeRequestContent.edit, {
    params: { ...inSpace, changeRequestId: request.id },
    body: { changes: write('Two Nm.') },
  })
  await app.as(admin)(api.spaceContent.edit, { params: inSpace, body: { changes: write('Three Nm.') } })
  for (let times = 0; times < 2; times++)
    await notifyOfConflicts(app.service, { organizationId, spaceId: inSpace.spaceId })
  expect(await inbox(ann)).toMatchObject([
    { reason: 'conflict', about: { kind: 'change-request', id: request.id } },
  ])
  expect(await inbox(admin)).toEqual([])
})
