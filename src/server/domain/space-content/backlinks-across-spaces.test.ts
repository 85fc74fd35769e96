import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { createdBy, page, write } from '#testing/change-requests.ts'
import { twoSpaces } from '#testing/two-spaces.ts'

const app = useTestApp()

test('pages of other spaces that link to a page are among its backlinks, as far as the caller can see them', async () => {
  const { guide, archive, admin, organizationId, urlOf, move } = await twoSpaces(app)
  const [wiring = '', home = ''] = createdBy(await guide.edit([page('Wiring'), page('Home')]))
  const url = urlOf(guide.spaceId, wiring)
  await guide.edit([write(home, `[here](/pages/${wiring})`)])
  await archive.edit([
    page('Far', `[there](${url}#at-part) and [once more](${url})`),
    page('Other', `${url}x`),
  ])
  const titles = async (spaceId = guide.spaceId, person = admin) => {
    const { items, count } = await app.as(person)(api.spaceContent.pageBacklinks, {
      params: { spaceId, pageId: wiring },
      query: {},
    })
    expect(count).toBe(items.length)
    return items.flatMap((one) => (one.kind === 'page' ? [`${one.space.title}: ${one.page.title}`] : []))
  }
  expect(await titles()).toEqual(['Guide: Home', 'Archive: Far'])
  const reader = await app.aMember(organizationId, null)
  await app.as(admin)(api.spacePermissions.grant, {
    params: guide.params,
    body: { role: 'read', users: [reader.userId] },
  })
  expect(await titles(guide.spaceId, reader)).toEqual(['Guide: Home'])
  const { id: third } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Third' },
  })
  await move(guide, wiring, { space: third })
  expect((await titles(third)).sort()).toEqual(['Archive: Far', 'Guide: Home'])
})
