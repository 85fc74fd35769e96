import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { createdBy, page, remove, write } from '#testing/change-requests.ts'
import { twoSpaces } from '#testing/two-spaces.ts'

const app = useTestApp()

/** A page that links to a page of another space, and the broken links of its space as a person sees them. */
async function aLinkAcross() {
  const spaces = await twoSpaces(app)
  const { guide, archive, urlOf, admin, organizationId } = spaces
  const [far = ''] = createdBy(await archive.edit([page('Far')]))
  const [home = ''] = createdBy(
    await guide.edit([page('Home', `[far](${urlOf(archive.spaceId, far)}#at-a)`)]),
  )
  const reader = await app.aMember(organizationId, null)
  await app.as(admin)(api.spacePermissions.grant, {
    params: guide.params,
    body: { role: 'read', users: [reader.userId] },
  })
  const broken = async (person = admin) => {
    const query = { status: 'broken' as const }
    const { stats } = await app.as(person)(api.spaceLinks.list, { params: guide.params, query: {} })
    const byPage = await app.as(person)(api.spaceLinks.listByPage, { params: guide.params, query })
    expect(byPage.items.flatMap(({ links }) => links).length).toBe(stats.broken.total)
    return byPage.items.flatMap(({ links }) => links.map(({ url, missing }) => `${missing} ${url}`))
  }
  return { ...spaces, home, far, reader, broken }
}

test('a link to a deleted page of another space is broken, for those who can see that space', async () => {
  const { guide, archive, far, home, reader, broken, urlOf } = await aLinkAcross()
  expect(await broken()).toEqual([])
  await archive.edit([remove(far)])
  expect(await broken()).toEqual([`target ${urlOf(archive.spaceId, far)}#at-a`])
  expect(await broken(reader)).toEqual([])
  await guide.edit([
    write(
      home,
      `[gone](${urlOf('nosuchspace', far)}) [space](${app.service.urls.app('s', archive.spaceId)})`,
    ),
  ])
  expect(await broken()).toEqual([])
})

test('a link to a page that moved on is not broken', async () => {
  const { organizationId, admin, archive, far, move, broken } = await aLinkAcross()
  const { id: third } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Third' },
  })
  await move(archive, far, { space: third })
  expect(await broken()).toEqual([])
  await app.as(admin)(api.spaceContent.edit, { params: { spaceId: third }, body: { changes: [remove(far)] } })
  expect((await broken()).length).toBe(1)
})

test('a change request that links to a missing page of another space breaks a link', async () => {
  const { guide, archive, far, home, urlOf, broken } = await aLinkAcross()
  const gone = urlOf(archive.spaceId, 'gone')
  await guide.as(api.mergeRules.setForSpace, {
    params: guide.params,
    body: { rules: [{ rule: 'require_no_broken_links' }] },
  })
  const { id } = await guide.request('Links')
  await guide.propose(id, [write(home, `[far](${urlOf(archive.spaceId, far)}) [gone](${gone})`)])
  await guide.patch(id, { status: 'open' })
  const links = await guide.as(api.changeRequestLinks.list, {
    ...guide.of(id),
    query: { brokenContext: 'change-request' },
  })
  expect(links.count).toBe(1)
  await expect(guide.merge(id)).rejects.toMatchObject({ status: 412 })
  await guide.propose(id, [write(home, `[far](${urlOf(archive.spaceId, far)})`)])
  await guide.merge(id)
  expect(await broken()).toEqual([])
})

test('a change request that deletes a page to which another space links breaks a link there', async () => {
  const { guide, archive, far } = await aLinkAcross()
  await guide.as(api.mergeRules.setForSpace, {
    params: archive.params,
    body: { rules: [{ rule: 'require_no_broken_links' }] },
  })
  const { id } = await archive.request('Tidy up')
  await archive.propose(id, [remove(far)])
  await archive.patch(id, { status: 'open' })
  const { rules } = await guide.as(api.changeRequests.mergeCheck, archive.of(id))
  expect(rules).toMatchObject([{ met: false, brokenLinks: { count: 1, fromOtherSpaces: 1, items: [] } }])
  await expect(archive.merge(id)).rejects.toMatchObject({
    status: 412,
    message: expect.stringContaining('it breaks links: 1 on pages of other spaces'),
  })
})
