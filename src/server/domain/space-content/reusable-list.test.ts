import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Location } from '#contract/content-links.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, remove, write } from '#testing/change-requests.ts'
import { firstWordsOf } from '../revision-content/reusable-list.ts'

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

type Changes = {
  readonly changes: readonly { readonly object: string; readonly reusableContent?: unknown }[]
}

const reusablesIn = ({ changes }: Changes): string[] =>
  changes.flatMap(({ object, reusableContent }) =>
    object === 'created_reusable_content' ? [(reusableContent as { id: string }).id] : [],
  )

/** Three reusable contents, one of which includes another, and pages that show them. */
async function aSpaceWithReusables() {
  const space = await aSpaceIn(app)
  const { params, as, edit } = space
  const [limits = ''] = reusablesIn(
    await edit([insert('Limits', '# Limits\n\nAt most **10** [files](x.md).')]),
  )
  const [support = ''] = reusablesIn(await edit([insert('Support', tag(limits))]))
  const [beta = ''] = reusablesIn(await edit([insert('beta', 'Ask the *support* team')]))
  const pages = createdBy(
    await edit([page('Direct', tag(limits)), page('Through', `A\n\n${tag(support)}`), page('None', 'B')]),
  )
  const list = (query: Parameters<typeof as<typeof api.spaceContent.reusableContents>>[1]['query'] = {}) =>
    as(api.spaceContent.reusableContents, { params, query })
  const backlinks = async (reusableContentId: string) =>
    namesOf(
      await as(api.spaceContent.reusableContentBacklinks, {
        params: { ...params, reusableContentId },
        query: {},
      }),
    )
  return { ...space, limits, support, beta, pages, list, backlinks }
}

const namesOf = ({ items }: { readonly items: readonly Location[] }) =>
  items.map((one) =>
    one.kind === 'page'
      ? one.page.title
      : one.kind === 'reusable-content'
        ? `(${one.reusableContent.title})`
        : '',
  )

test('the list has first words, the number of pages, a search and an order', async () => {
  const { list, limits, beta } = await aSpaceWithReusables()
  const all = await list()
  expect(api.spaceContent.reusableContents.response.parse(all)).toEqual(all)
  expect(all.items.map(({ title, excerpt, pages }) => [title, excerpt, pages])).toEqual([
    ['Limits', 'Limits At most 10 files.', 2],
    ['Support', '', 1],
    ['beta', 'Ask the support team', 0],
  ])
  expect(all.items[0]).not.toHaveProperty('markdown')
  const byTitle = await list({ sort: 'title', direction: 'desc' })
  expect(byTitle.items.map(({ title }) => title)).toEqual(['Support', 'Limits', 'beta'])
  const first = await list({ sort: 'title', limit: 2 })
  const second = await list({ sort: 'title', limit: 2, page: first.next?.page })
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['beta', 'Limits', 'Support'])
  expect((await list({ search: ' SUPPORT ' })).items.map(({ title }) => title)).toEqual(['Support', 'beta'])
  const byId = await list({ ids: [beta, 'nosuch', limits] })
  expect(byId.items.map(({ markdown }) => markdown)).toEqual([
    '# Limits\n\nAt most **10** [files](x.md).',
    'Ask the *support* team',
  ])
})

test('backlinks are the reusable content that includes it, and all pages that show it', async () => {
  const { backlinks, limits, support, beta } = await aSpaceWithReusables()
  expect((await backlinks(limits)).toSorted()).toEqual(['(Support)', 'Direct', 'Through'])
  expect((await backlinks(limits))[0]).toBe('(Support)')
  expect(await backlinks(support)).toEqual(['Through'])
  expect(await backlinks(beta)).toEqual([])
  await expect(backlinks('nosuch')).rejects.toMatchObject({ status: 404 })
})

test('in a change request, backlinks are those after its changes', async () => {
  const { as, of, request, propose, limits, support, beta, pages } = await aSpaceWithReusables()
  const [direct = '', through = '', none = ''] = pages
  const { id } = await request()
  await propose(id, [write(none, tag(beta)), remove(direct), update(support, tag(beta))])
  const backlinks = async (reusableContentId: string) => {
    const { params } = of(id)
    const at = { params: { ...params, reusableContentId }, query: {} }
    return namesOf(await as(api.changeRequestContent.reusableContentBacklinks, at))
  }
  expect((await backlinks(beta)).toSorted()).toEqual(['(Support)', 'None', 'Through'])
  expect(await backlinks(limits)).not.toContain('Direct')
  await propose(id, [write(through, 'Nothing')])
  expect((await backlinks(beta)).toSorted()).toEqual(['(Support)', 'None'])
  const list = await as(api.changeRequestContent.reusableContents, { ...of(id), query: { ids: [support] } })
  expect(list.items.map(({ title, markdown }) => [title, markdown])).toEqual([['Support', tag(beta)]])
})

test('deleted and changed reusable content is restored from a revision', async () => {
  const { as, params, edit, request, propose, of, limits, list, backlinks } = await aSpaceWithReusables()
  const revert = (revision?: string): ContentChangeInput => ({
    operation: 'revert_reusable_content',
    reusableContent: limits,
    ...(revision === undefined ? {} : { revision }),
  })
  const deleted = await edit([{ operation: 'delete_reusable_content', reusableContent: limits }])
  expect((await list()).items.map(({ title }) => title)).not.toContain('Limits')
  const restored = await edit([revert(deleted.previous)])
  expect(restored.changes.map(({ object }) => object)).toEqual(['created_reusable_content'])
  expect(await backlinks(limits)).toContain('Direct')
  const changed = await edit([update(limits, 'Other')])
  const reverted = await edit([revert(changed.previous)])
  expect(reverted.changes.map(({ object }) => object)).toEqual(['updated_reusable_content'])
  const read = () =>
    as(api.spaceContent.reusableContent, { params: { ...params, reusableContentId: limits }, query: {} })
  expect((await read()).markdown).toContain('At most **10**')
  await expect(edit([revert()])).rejects.toMatchObject({ status: 404 })
  const { id } = await request()
  await propose(id, [{ operation: 'delete_reusable_content', reusableContent: limits }])
  await propose(id, [revert()])
  const at = { params: { ...of(id).params, reusableContentId: limits }, query: {} }
  expect((await as(api.changeRequestContent.reusableContent, at)).title).toBe('Limits')
})

test.each([
  ['{% hint style="info" %}\nNote **this**\n{% endhint %}', 'Note this'],
  ['- one\n- two\n\n1. three', 'one two three'],
  ['Back up **first**, _then_ `run_all`.', 'Back up first, then run_all.'],
  ['<table><tr><td>cell</td></tr></table>', 'cell'],
  ['| Limit | Value |\n| --- | :-: |\n| Spaces | 10 |', 'Limit Value Spaces 10'],
  ['One\n\n---\n\nTwo', 'One Two'],
  ['{% tabs', ''],
  ['', ''],
])('the first words of %j are %j', (markdown, words) => {
  expect(firstWordsOf(markdown)).toBe(words)
})

test('first words are limited', () => {
  expect(firstWordsOf('word '.repeat(1000)).length).toBeLessThanOrEqual(160)
})
