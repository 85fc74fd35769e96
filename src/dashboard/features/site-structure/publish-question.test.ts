import { expect, test } from 'vitest'
import { publishQuestion } from './publish-question.ts'

const removed = [{ siteSpace: { id: 'a', title: 'Guides' }, from: '/guides', pages: 3 }]
const changed = [{ siteSpace: { id: 'b', title: 'API' }, from: '/api', to: '/reference', pages: 1 }]
const nothing = { removed: [], changed: [], redirects: 0 }

const descriptionOf = (addresses: Parameters<typeof publishQuestion>[0]['addresses'], redirect = true) =>
  publishQuestion({ steps: [], addresses }, { redirect, address: 'https://docs.halden.energy/' }).description

test('a plan that keeps all addresses says so', () => {
  expect(descriptionOf(nothing)).toBe(
    'Visitors see the new structure right away. All addresses keep working.',
  )
})

test('spaces that leave the site are named, with their pages and addresses', () => {
  expect(descriptionOf({ ...nothing, removed })).toContain(
    'Readers lose access to “Guides” and get a 404 for 3 pages at docs.halden.energy/guides.',
  )
})

test('moved pages redirect or stop working', () => {
  expect(descriptionOf({ ...nothing, changed, redirects: 1 })).toContain(
    '1 page at docs.halden.energy/api moves, and the old addresses redirect.',
  )
  expect(descriptionOf({ ...nothing, changed, redirects: 0 })).toContain(
    '1 page can’t redirect because another space uses the old address.',
  )
  expect(descriptionOf({ ...nothing, changed, redirects: 1 }, false)).toContain(
    '1 page at docs.halden.energy/api moves, and the old addresses return a 404.',
  )
})
