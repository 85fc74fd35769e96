import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { markdown } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { aPage } from '../../components/page-text/sample-page.ts'
import { NO_USAGE } from './link-usage.ts'
import { pagesOfOtherSpaces } from './other-pages.ts'
import { completeOtherPages, completePages, searchPages } from './page-completions.ts'

const address = 'https://docs.example.org/s/hardware/p/terminal'
const terminal = { title: 'Terminal', path: 'Parts', space: 'Hardware', address }

function menuFor(before: string, find = async () => [terminal]): Promise<CompletionResult | null> {
  const state = EditorState.create({ doc: before, extensions: [markdown()] })
  return completeOtherPages(new CompletionContext(state, before.length, false), { searchOtherPages: find })
}

test('behind [[, pages of other spaces are listed under the title of their space', async () => {
  const queries: string[] = []
  const state = EditorState.create({ doc: 'See [[term' })
  const menu = await completeOtherPages(new CompletionContext(state, 10, false), {
    async searchOtherPages(query) {
      queries.push(query)
      return [terminal, { ...terminal, title: 'Terms', space: 'Legal' }]
    },
  })
  expect(queries).toEqual(['term'])
  expect(menu?.from).toBe(4)
  expect(menu?.options).toMatchObject([
    { label: 'Terminal', detail: 'Parts', section: { name: 'Hardware', rank: 0 } },
    { label: 'Terms', section: { name: 'Legal', rank: 1 } },
  ])
})

test('nothing is searched without two letters, outside of a link, or in code', async () => {
  expect(await menuFor('See [[t')).toBeNull()
  expect(await menuFor('See term')).toBeNull()
  expect(await menuFor('```\n[[term')).toBeNull()
})

test('a failed search leaves the menu of the space alone', async () => {
  expect(await menuFor('[[term', () => Promise.reject(new Error('offline')))).toBeNull()
})

test('results of the space itself are left out', () => {
  const page = { id: 'terminal', title: 'Terminal', path: 'terminal', sections: [], urls: { app: address } }
  const results = [
    { type: 'space' as const, id: 'here', title: 'Here', score: 2, pages: [page] },
    {
      type: 'space' as const,
      id: 'hardware',
      title: 'Hardware',
      score: 1,
      pages: [{ ...page, ancestors: [{ title: 'Parts' }] }],
    },
  ]
  expect(pagesOfOtherSpaces(results, 'here')).toEqual([terminal])
})

const pageOf = (title: string) => aPage(title, title, title.toLowerCase().replace(' ', '-'))
const index = pageIndexOf(['Alpha', 'Terminal', 'Terms', 'Old terms', 'Ternary'].map(pageOf))
const titles = (text: string, linkedFrom: Record<string, number> = {}, recent: string[] = []) =>
  searchPages(index, text, { linkedFrom: new Map(Object.entries(linkedFrom)), recent }).map(({ id }) => id)

test('without a text, the most linked pages come first, then the latest picked, then those of the tree', () => {
  expect(titles('')).toEqual(['Alpha', 'Terminal', 'Terms', 'Old terms', 'Ternary'])
  expect(titles('', { Terms: 1, Ternary: 4 }, ['Old terms', 'Ternary', 'Terminal'])).toEqual([
    'Ternary',
    'Terms',
    'Old terms',
    'Terminal',
    'Alpha',
  ])
})

test('links and picks order only pages that match equally well', () => {
  expect(titles('term', { 'Old terms': 9, Ternary: 9, Terms: 2 })).toEqual(['Terms', 'Terminal', 'Old terms'])
  expect(titles('ter', {}, ['Old terms', 'Ternary'])).toEqual(['Ternary', 'Terminal', 'Terms', 'Old terms'])
})

test('the menu ranks by links, and reports the page that is picked', async () => {
  const picked: string[] = []
  const state = EditorState.create({ doc: '[[' })
  const menu = await completePages(new CompletionContext(state, 2, false), {
    pages: () => index,
    linkUsage: async () => ({ ...NO_USAGE, linkedFrom: new Map([['Terms', 3]]) }),
    onLinkPage: (pageId) => picked.push(pageId),
  })
  const [first] = menu?.options ?? []
  expect(first?.label).toBe('Terms')
  if (first === undefined || typeof first.apply !== 'function') throw new Error('Nothing to pick')
  const dispatched: unknown[] = []
  const view = { state, dispatch: (...specs: unknown[]) => dispatched.push(...specs) }
  first.apply(view as never, first, 0, 2)
  expect([picked, dispatched.length]).toEqual([['Terms'], 1])
})
