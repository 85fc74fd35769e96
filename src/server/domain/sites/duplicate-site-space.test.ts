import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

async function aGuide() {
  const site = await aSite(app, ['Guide', 'Reference'])
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const [guide, reference] = items
  if (!guide || !reference) throw new Error('A site with two spaces was asked for')
  return { ...site, guide, reference, at: { params: { ...site.params, siteSpaceId: guide.id } } }
}

test('a duplicate follows the original, with its pages and condition', async () => {
  const { call, params, organizationId, guide, reference, at } = await aGuide()
  const inSpace = { params: { spaceId: guide.space.id } }
  await call(api.spaceContent.edit, { ...inSpace, body: { changes: [page('Start', 'Begin.')] } })
  await call(api.siteSpaces.update, { ...at, body: { condition: 'visitor.claims.beta' } })
  const made = await call(api.siteSpaces.duplicate, at)
  expect(made).toMatchObject({ object: 'site-space', condition: 'visitor.claims.beta', path: 'guide-copy' })
  expect(made.space.id).not.toBe(guide.space.id)
  const { items } = await call(api.siteSpaces.list, { params })
  expect(items.map(({ id }) => id)).toEqual([guide.id, made.id, reference.id])
  const { pages } = await call(api.spaceContent.pages, { params: { spaceId: made.space.id } })
  expect(pages.map(({ title }) => title)).toEqual(['Start'])
  expect(await eventsOf(app.db, organizationId, made.space.id)).toMatchObject([{ action: 'space.duplicate' }])
})

test('duplicating requires the role to show the space, and an existing item', async () => {
  const { organizationId, guide, at, params, call } = await aGuide()
  const editor = await app.aMember(organizationId, 'review')
  await call(api.sitePermissions.grant, { params, body: { role: 'edit', users: [editor.userId] } })
  await expect(app.as(editor)(api.siteSpaces.duplicate, at)).rejects.toMatchObject({ status: 403 })
  const gone = { params: { ...params, siteSpaceId: 'nosuchspace' } }
  await expect(call(api.siteSpaces.duplicate, gone)).rejects.toMatchObject({ status: 404 })
  const { items } = await call(api.siteSpaces.list, { params })
  expect(items.filter(({ space }) => space.id === guide.space.id)).toHaveLength(1)
})

test('concurrent duplications create one copy each', async () => {
  const { call, params, at } = await aGuide()
  const [one, other] = await Promise.all([
    call(api.siteSpaces.duplicate, at),
    call(api.siteSpaces.duplicate, at),
  ])
  expect(one.path).not.toBe(other.path)
  expect((await call(api.siteSpaces.list, { params })).items).toHaveLength(4)
})
