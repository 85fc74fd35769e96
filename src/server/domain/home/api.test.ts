import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function aTeamSpace() {
  const { organizationId, admin } = await app.anOrganization()
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'edit')]
  const space = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  const params = { spaceId: space.id }
  const home = (person: Person) => app.as(person)(api.home.get, { params: { organizationId } })
  const comment = (person: Person, markdown: string) =>
    app.as(person)(api.spaceComments.create, { params, body: { body: { markdown } } })
  const reply = (person: Person, commentId: string, markdown: string) =>
    app.as(person)(api.spaceCommentReplies.create, {
      params: { ...params, commentId },
      body: { body: { markdown } },
    })
  const write = (person: Person, title: string) =>
    app.as(person)(api.spaceContent.edit, {
      params,
      body: { changes: [{ operation: 'insert_page', title, document: { markdown: 'Text.' } }] },
    })
  return { organizationId, admin, ann, ben, space, params, home, comment, reply, write }
}

test('mentions and replies wait until they are answered or resolved', async () => {
  const { ann, ben, home, comment, reply, params, space } = await aTeamSpace()
  const thread = await comment(ann, 'Which bit?')
  await comment(ben, 'Nothing for Ann')
  await reply(ben, thread.id, `**Torx**, [@Ann](/users/${ann.userId})?`)
  const [waiting] = (await home(ann)).conversations
  expect(waiting).toMatchObject({
    reason: 'mention',
    comment: thread.id,
    excerpt: 'Torx, @Ann?',
    by: { id: ben.userId },
    space: { id: space.id, title: 'Guide' },
  })
  expect((await home(ann)).conversations).toHaveLength(1)
  expect((await home(ben)).conversations).toEqual([])
  await reply(ann, thread.id, 'Yes')
  expect((await home(ann)).conversations).toEqual([])
  expect((await home(ben)).conversations).toMatchObject([{ reason: 'reply', excerpt: 'Yes' }])
  await app.as(ann)(api.spaceComments.update, {
    params: { ...params, commentId: thread.id },
    body: { resolved: true },
  })
  expect((await home(ben)).conversations).toEqual([])
})

test('comments on your change request wait for you', async () => {
  const { ann, ben, home, params } = await aTeamSpace()
  const request = await app.as(ann)(api.changeRequests.create, { params, body: { subject: 'Units' } })
  await app.as(ben)(api.changeRequestComments.create, {
    params: { ...params, changeRequestId: request.id },
    body: { body: { markdown: 'Why?' } },
  })
  expect((await home(ann)).conversations).toMatchObject([
    { reason: 'comment', changeRequest: { number: 1, subject: 'Units' } },
  ])
})

test('spaces that you work on are listed when others change them, and only while you may see them', async () => {
  const { organizationId, ann, ben, home, write, space, admin } = await aTeamSpace()
  await write(ann, 'First')
  await write(ben, 'Second')
  await write(ben, 'Third')
  expect((await home(ann)).changes).toMatchObject([
    { space: { id: space.id }, by: { id: ben.userId }, edits: expect.any(Number) },
  ])
  expect((await home(await app.aMember(organizationId, 'edit'))).changes).toEqual([])
  await app.as(admin)(api.spaces.delete, { params: { spaceId: space.id } })
  expect((await home(ann)).changes).toEqual([])
})

test('each step to a published site is done once it has happened', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const done = async () =>
    (await call(api.home.get, { params })).steps.flatMap((one) => (one.done ? [one.step] : []))
  expect(await done()).toEqual([])
  const space = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  expect(await done()).toEqual(['space'])
  await call(api.spaceContent.edit, {
    params: { spaceId: space.id },
    body: { changes: [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Hello.' } }] },
  })
  expect(await done()).toEqual(['space', 'page'])
  const site = await call(api.sites.create, { params, body: { title: 'Docs' } })
  expect(await done()).toEqual(['space', 'page', 'site'])
  const inSite = { ...params, siteId: site.id }
  await call(api.siteSections.create, { params: inSite, body: { spaceId: space.id, title: 'Guide' } })
  await call(api.sites.publish, { params: inSite })
  expect(await done()).toEqual(['space', 'page', 'site', 'site-space', 'publish'])
})
