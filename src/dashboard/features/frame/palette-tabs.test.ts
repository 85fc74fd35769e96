import { expect, test } from 'vitest'
import type { LinkTo } from './palette-groups.ts'
import { tabsOfEntities } from './palette-tabs.ts'

const linkTo: LinkTo = (to) => ({ id: to, to, run: () => undefined })
const entities = [
  { ...linkTo('/s/handbook'), title: 'Handbook' },
  { ...linkTo('/o/acme/sites/docs'), title: 'Halden Docs' },
  { ...linkTo('/o/acme/collections/product'), title: 'Product' },
]
const found = (query: string) => tabsOfEntities(entities, 'acme', query, linkTo).map(({ title }) => title)

test('a query that names a space or site finds its tabs', () => {
  expect(found('halden redir')).toContain('Halden Docs: Redirects')
  expect(found('settings HANDBOOK')).toContain('Handbook: Settings')
  expect(found('handbook settings').every((title) => title.startsWith('Handbook: '))).toBe(true)
  const [redirects] = tabsOfEntities(entities, 'acme', 'docs redirects', linkTo).filter(({ title }) =>
    title.endsWith('Redirects'),
  )
  expect(redirects?.to).toBe('/o/acme/sites/docs/redirects')
})

test('one word, or words of no title, find no tabs', () => {
  expect(found('handbook')).toEqual([])
  expect(found('new space')).toEqual([])
  expect(found('product settings')).toEqual([])
})
