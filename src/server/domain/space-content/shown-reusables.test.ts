import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, remove, write } from '#testing/change-requests.ts'
import { check, rebuild } from '../../content/rebuild.ts'

const app = useTestApp()

const tag = (id: string) => `{% include "/reusable-contents/${id}" %}`
const insert = (title: string, markdown: string): ContentChangeInput => ({
  operation: 'insert_reusable_content',
  title,
  document: { markdown },
})
const update = (reusableContent: string, markdown: string): ContentChangeInput => ({
  operation: 'update_reusable_content',
  reusableContent,
  document: { markdown },
})

/** A page that shows reusable content, which shows another one with a link to a page and a broken link. */
async function aShowingPage() {
  const space = await aSpaceIn(app)
  const { params, as, edit } = space
  const created = async (title: string, markdown: string) =>
    (await edit([insert(title, markdown)])).changes.flatMap((one) =>
      one.object === 'created_reusable_content' ? [one.reusableContent.id] : [],
    )[0] ?? ''
  const [target = ''] = createdBy(await edit([page('Target', 'Words')]))
  const inner = await created('Inner', '## Jam\n\nmarmalade [target](target.md) [gone](gone.md)')
  const outer = await created('Outer', tag(inner))
  const [shows = ''] = createdBy(await edit([page('Shows', `[own](lost.md)\n\n${tag(outer)}`)]))
  const titlesFor = async (query: string) =>
    (await as(api.search.space, { params, query: { query } })).items.map(({ title }) => title)
  const backlinks = async () => {
    const at = { params: { ...params, pageId: target }, query: {} }
    const { items } = await as(api.spaceContent.pageBacklinks, at)
    return items.map((one) => (one.kind === 'page' ? one.page.title : one.kind))
  }
  const broken = async () =>
    (await as(api.spaceLinks.listByPage, { params, query: { status: 'broken' } })).items.flatMap(
      ({ links }) => links.map(({ url }) => url),
    )
  const differences = () => check(app.db, space.at)
  return { ...space, target, inner, outer, shows, titlesFor, backlinks, broken, differences }
}

test('reusable content is searchable on the pages that show it, and its links count as theirs', async () => {
  const { titlesFor, backlinks, broken, differences, edit, inner, shows, at } = await aShowingPage()
  expect(await titlesFor('marmalade')).toEqual(['Shows'])
  expect(await backlinks()).toEqual(['Shows'])
  expect(await broken()).toEqual(['lost.md', 'gone.md'])
  expect(await differences()).toEqual([])
  await edit([update(inner, 'quince')])
  expect(await titlesFor('marmalade')).toEqual([])
  expect(await titlesFor('quince')).toEqual(['Shows'])
  expect([await backlinks(), await broken()]).toEqual([[], ['lost.md']])
  expect(await differences()).toEqual([])
  await app.db.transaction().execute((tx) => rebuild(tx, at))
  expect(await titlesFor('quince')).toEqual(['Shows'])
  await edit([write(shows, 'Nothing')])
  expect(await titlesFor('quince')).toEqual([])
  await edit([update(inner, 'marmalade')])
  expect(await differences()).toEqual([])
})

test('deleted reusable content is no longer found, and is again after a rollback', async () => {
  const { titlesFor, differences, edit, inner, outer, shows, as, params } = await aShowingPage()
  const { previous } = await edit([{ operation: 'delete_reusable_content', reusableContent: inner }])
  expect(await titlesFor('marmalade')).toEqual([])
  expect(await differences()).toEqual([])
  await as(api.revisions.rollBack, { params: { ...params, revisionId: previous ?? '' } })
  expect(await titlesFor('marmalade')).toEqual(['Shows'])
  expect(await differences()).toEqual([])
  await edit([remove(shows), update(outer, 'plain')])
  expect(await titlesFor('plain')).toEqual([])
  expect(await differences()).toEqual([])
})

test('changes of a request are found on the pages that show them once it is merged', async () => {
  const { titlesFor, differences, request, propose, merge, inner } = await aShowingPage()
  const { id } = await request()
  await propose(id, [update(inner, 'quince')])
  expect(await titlesFor('quince')).toEqual([])
  await merge(id)
  expect(await titlesFor('quince')).toEqual(['Shows'])
  expect(await differences()).toEqual([])
})

test('a large change request is indexed like a small one', async () => {
  const { titlesFor, differences, request, propose, merge, inner } = await aShowingPage()
  const { id } = await request()
  const many = Array.from({ length: 25 }, (_, index) =>
    page(`Page ${index}`, `Words ${index}\n\n${tag(inner)}`),
  )
  await propose(id, [...many, update(inner, 'quince')])
  await merge(id)
  expect(await titlesFor('quince')).toContain('Page 24')
  expect(await differences()).toEqual([])
})
