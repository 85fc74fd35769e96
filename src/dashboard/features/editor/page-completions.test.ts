import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { markdown } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { pagesOfOtherSpaces } from './other-pages.ts'
import { completeOtherPages } from './page-completions.ts'

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
