import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Link } from '#contract/content-links.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, file, page, remove, write } from '#testing/change-requests.ts'

const app = useTestApp()

type Target = NonNullable<Extract<ContentChangeInput, { operation: 'insert_page' }>['target']>

const link = (title: string, target: Target): ContentChangeInput => ({
  operation: 'insert_page',
  type: 'link',
  title,
  target,
})

async function aLinkedSpace() {
  const space = await aSpaceIn(app)
  const links = (query: Parameters<typeof ask>[0] = {}) => ask(query)
  const ask = (query: { status?: 'ok' | 'broken' | 'in-app'; limit?: number; page?: string | undefined }) =>
    space.as(api.spaceLinks.list, { params: space.params, query })
  return { ...space, links }
}

/** The target of a link, with the titles of the pages that contain it. */
const summaryOf = ({ status, targetReference: target, locationReferences }: Link) => ({
  status,
  to: target?.kind === 'page' ? target.page.title : target?.kind === 'url' ? target.url : target?.kind,
  from: locationReferences.map((location) =>
    location.kind === 'page' ? location.page.title : location.kind,
  ),
})

test('the mention of a person is not a link', async () => {
  const space = await aLinkedSpace()
  await space.edit([page('A', 'Ask [@Ada](/users/u1), or see [B](/users/u1/b).')])
  const { items } = await space.links()
  expect(items.map(summaryOf)).toEqual([{ status: 'broken', to: undefined, from: ['A'] }])
})

test('links to expandables, updates and numbered headings in other forms are not broken', async () => {
  const space = await aLinkedSpace()
  const text = `## 1. First step

<details>
<summary>Why so <em>slow</em>?</summary>
Because.
</details>

{% updates %}
{% update date="2026-10-14" %}
Text
{% endupdate %}
{% endupdates %}

[1](#id-1.-first-step) [2](#id-1-first-step) [3](#1.-first-step) [4](#why-so-slow) [5](#2026-10-14) [6](#id-2-other)`
  const [a = ''] = createdBy(await space.edit([page('A', text)]))
  await space.edit([page('B', `[7](/pages/${a}#id-1-first-step) [8](/pages/${a}#id-first-step)`)])
  const { items } = await space.links({ status: 'broken' })
  expect(items.map(({ targetReference: to }) => to?.kind === 'page' && to.internalLocation)).toEqual([
    { type: 'anchor', anchor: 'id-2-other' },
    { type: 'anchor', anchor: 'id-first-step' },
  ])
})

test('each link of a space is listed once with all its locations', async () => {
  const space = await aLinkedSpace()
  const [a = '', b = ''] = createdBy(
    await space.edit([page('A', 'Text'), page('B', '[a](a.md) [gone](gone.md)')]),
  )
  await space.edit([
    page('C', '[a](a.md) [out](https://example.org/x)'),
    link('To A', { kind: 'page', page: a }),
  ])
  const { items, stats, count } = await space.links()
  expect(api.spaceLinks.list.response.parse(await space.links())).toEqual(await space.links())
  expect(items.map(summaryOf)).toEqual(
    expect.arrayContaining([
      { status: 'ok', to: 'A', from: expect.arrayContaining(['B', 'C', 'To A']) },
      { status: 'broken', to: undefined, from: ['B'] },
      { status: 'ok', to: 'https://example.org/x', from: ['C'] },
    ]),
  )
  expect(items.find(({ targetReference }) => targetReference?.kind === 'page')?.locationsTotal).toBe(3)
  expect([count, stats]).toEqual([3, { total: 3, broken: { total: 1 } }])
  await space.edit([remove(a)])
  const broken = await space.links({ status: 'broken' })
  expect(broken.items.map(summaryOf)).toEqual(
    expect.arrayContaining([
      { status: 'broken', to: undefined, from: expect.arrayContaining(['B', 'C', 'To A']) },
    ]),
  )
  expect(broken).toMatchObject({ count: 2, stats: { total: 3, broken: { total: 2 } } })
  const ofPage = await space.as(api.spaceContent.pageLinks, {
    params: { ...space.params, pageId: b },
    query: { status: 'broken' },
  })
  expect(ofPage).toMatchObject({ count: 2, stats: { total: 2, broken: { total: 2 } } })
})

test('links in the table of contents count like those in texts', async () => {
  const space = await aLinkedSpace()
  const { changes, insertedFiles = [] } = await space.edit([file('plan.txt', 'Plan'), page('A', '## Part')])
  const [a = ''] = createdBy({ changes })
  const inApp = `${app.service.urls.base}/s/x`
  await space.edit([
    link('File', { kind: 'file', file: insertedFiles[0]?.file.id ?? '' }),
    link('Part', { kind: 'anchor', page: a, anchor: 'part' }),
    link('Nowhere', { kind: 'page', page: 'nosuchpage' }),
    link('Inside', { kind: 'url', url: inApp }),
    link('Other space', { kind: 'page', page: 'x', space: 'elsewhere' }),
  ])
  const { items, stats } = await space.links()
  expect(items.map(summaryOf)).toEqual(
    expect.arrayContaining([
      { status: 'ok', to: 'file', from: ['File'] },
      { status: 'ok', to: 'A', from: ['Part'] },
      { status: 'broken', to: undefined, from: ['Nowhere'] },
      { status: 'in-app', to: inApp, from: ['Inside'] },
    ]),
  )
  expect(stats).toEqual({ total: 4, broken: { total: 1 } })
  const part = items.find((one) => summaryOf(one).from[0] === 'Part')?.targetReference
  expect(part).toMatchObject({ internalLocation: { type: 'anchor', anchor: 'part' } })
})

test('a link on many pages has its first 50 locations and their count', async () => {
  const space = await aLinkedSpace()
  for (const half of [0, 1]) {
    await space.edit(Array.from({ length: 30 }, (_, n) => page(`P${half}-${n}`, '[x](https://example.org)')))
  }
  const { items } = await space.links()
  expect(
    items.map(({ locationReferences, locationsTotal }) => [locationReferences.length, locationsTotal]),
  ).toEqual([[50, 60]])
})

test('the list is paged', async () => {
  const space = await aLinkedSpace()
  const text = Array.from({ length: 5 }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')
  await space.edit([page('A', text), link('Out', { kind: 'url', url: 'https://example.org/out' })])
  const urls: (string | undefined)[] = []
  for (let next: string | undefined, first = true; first || next !== undefined; first = false) {
    const answer = await space.links({ limit: 4, page: next })
    urls.push(...answer.items.map((one) => summaryOf(one).to))
    next = answer.next?.page
  }
  expect(urls.length).toBe(6)
  expect(new Set(urls).size).toBe(6)
})

test('unused files can be listed', async () => {
  const space = await aSpaceIn(app)
  const names = ['linked', 'pointed', 'addressed', 'idle']
  const { insertedFiles = [] } = await space.edit(names.map((name) => file(name, name)))
  const [linked, pointed, addressed] = insertedFiles.map((one) => one.file)
  const files = async (unused?: boolean) => {
    const query = unused === undefined ? {} : { unused }
    const { items, count } = await space.as(api.spaceContent.files, { params: space.params, query })
    expect(count).toBe(items.length)
    return items.map(({ name }) => name).sort()
  }
  expect(await files(true)).toEqual([...names].sort())
  const created = await space.edit([
    page('Text', `![](/files/${linked?.id})`),
    page('Address', `[x](${addressed?.downloadURL})`),
    link('Plan', { kind: 'file', file: pointed?.id ?? '' }),
  ])
  expect(await files(true)).toEqual(['idle'])
  expect(await files(false)).toEqual(['addressed', 'linked', 'pointed'])
  expect(await files()).toEqual([...names].sort())
  const backlinks = async (fileId = '') => {
    const params = { ...space.params, fileId }
    const { items, count } = await space.as(api.spaceContent.fileBacklinks, { params, query: {} })
    expect(count).toBe(items.length)
    return items.map((location) => (location.kind === 'page' ? location.page.title : location.kind))
  }
  expect(await backlinks(linked?.id)).toEqual(['Text'])
  expect(await backlinks(pointed?.id)).toEqual(['Plan'])
  await space.edit([write(createdBy(created)[0] ?? '', 'Nothing any more')])
  expect(await files(true)).toEqual(['idle', 'linked'])
})

test('a linked anchor has to exist, as a heading or an HTML id', async () => {
  const space = await aLinkedSpace()
  const headings =
    '# A\n\n## Set up & run\n\n## Twice\n\n## Twice\n\n## Called <a id="by-hand"></a>\n\n<p id="in-html">x</p>'
  const [a = ''] = createdBy(await space.edit([page('A', headings)]))
  const there = ['set-up-and-run', 'twice', 'twice-1', 'by-hand', 'in-html', 'top', ':~:text=x', '%74wice']
  await space.edit([page('B', [...there, 'lost'].map((anchor) => `[x](a.md#${anchor})`).join(' '))])
  await space.edit([page('C', '[up](#top) [own](#here) [none](#nowhere)\n\n## Here')])
  const { items, stats } = await space.links({ status: 'broken' })
  // `twice`, spelled in two forms, is one anchor.
  expect(stats).toEqual({ total: there.length + 3, broken: { total: 2 } })
  const shown = items.map(({ missing, targetReference: to }) => [
    missing,
    to?.kind === 'page' && to.page.title,
    to?.kind === 'page' && to.internalLocation,
  ])
  expect(shown).toEqual([
    ['anchor', 'A', { type: 'anchor', anchor: 'lost' }],
    ['anchor', 'C', { type: 'anchor', anchor: 'nowhere' }],
  ])
  await space.edit([write(a, '## Lost\n\nNothing else.')])
  expect((await space.links()).stats.broken).toEqual({ total: 6 })
})

test('links follow their pages and files when those are renamed or moved', async () => {
  const space = await aLinkedSpace()
  const [a = '', b = ''] = createdBy(
    await space.edit([page('A', '## Part'), page('B', '[a](a.md#part)'), page('C', 'x')]),
  )
  const [c = ''] = createdBy(await space.edit([page('D', 'x')]))
  await space.edit([
    { operation: 'update_page', page: a, title: 'Renamed', slug: 'renamed', into: c },
    { operation: 'update_page', page: b, slug: 'elsewhere' },
  ])
  const { items, stats } = await space.links()
  expect(stats).toEqual({ total: 1, broken: { total: 0 } })
  expect(items.map(summaryOf)).toEqual([{ status: 'ok', to: 'Renamed', from: ['B'] }])
  expect(await space.text(b)).toContain('(/d/renamed.md#part)')
})

test('links into the app have a status of their own', async () => {
  const space = await aLinkedSpace()
  const { base } = app.service.urls
  await space.edit([page('A', `[x](${base}/o/x) [y](${base}.example.org/) [z](${base})`)])
  expect((await space.links({ status: 'in-app' })).items).toHaveLength(2)
  expect((await space.links({ status: 'ok' })).items).toHaveLength(1)
})
