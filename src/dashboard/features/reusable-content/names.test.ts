import { expect, test } from 'vitest'
import type { Location } from '#contract/content-links.ts'
import { namesOf } from './mutations.ts'

const page = (title: string) => ({ kind: 'page', page: { title } }) as unknown as Location
const content = (title: string) =>
  ({ kind: 'reusable-content', reusableContent: { title } }) as unknown as Location

test.each([
  [[page('Install')], 1, '“Install”'],
  [[content('Limits'), page('')], 2, '“Limits” and “Untitled”'],
  [[page('A'), page('B'), page('C')], 3, '“A”, “B” and “C”'],
  [[page('A'), page('B'), page('C'), page('D')], 5, '“A”, “B”, “C” and 2 more places'],
])('places that show content are named, the first ones at least', (items, count, names) => {
  expect(namesOf({ items, count })).toBe(names)
})
