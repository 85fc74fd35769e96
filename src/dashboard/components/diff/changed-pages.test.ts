import { expect, test } from 'vitest'
import { type ChangedPage, filterGroups } from './changed-pages.ts'
import { changeLabel } from './use-change-steps.ts'

const page = (id: string, title: string): ChangedPage => ({
  id,
  title,
  kind: 'edited',
  attributes: undefined,
  moved: undefined,
  isMoved: false,
})
const groups = [
  { title: 'Wiring', pages: [page('a', 'Terminal block'), page('b', 'Protective earth')] },
  { title: 'Tools', pages: [page('c', 'Torque screwdriver')] },
]

test('changed pages are filtered by title, in any case, and groups without a match are left out', () => {
  const shown = (text: string) =>
    filterGroups(groups, text).map(({ title, pages }) => [title, ...pages.map(({ id }) => id)])
  expect(shown('')).toEqual([
    ['Wiring', 'a', 'b'],
    ['Tools', 'c'],
  ])
  expect(shown(' TER')).toEqual([['Wiring', 'a']])
  expect(shown('x')).toEqual([])
})

test('changes are counted until one is visited', () => {
  expect([changeLabel(0, 0), changeLabel(0, 1), changeLabel(0, 6), changeLabel(2, 6)]).toEqual([
    '',
    '1 change',
    '6 changes',
    'Change 2 of 6',
  ])
})
