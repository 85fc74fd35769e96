import { expect, test } from 'vitest'
import { accessSourcesOf, changesOf, countChangedDescendants } from './rules.ts'

const on = { type: 'space', id: 's', title: 'Manual' } as const

test('sources are sorted by strength, the decisive one before its equals', () => {
  const sources = accessSourcesOf(
    [
      { via: 'grant', role: null, on, decisive: false },
      { via: 'organization-role', role: 'read', on: { type: 'organization', id: 'o' }, decisive: false },
      { via: 'grant', role: 'edit', on, decisive: true },
      { via: 'grant', role: 'edit', on, team: { id: 't', title: 'Writers' }, decisive: false },
    ],
    'Halden',
  )
  expect(sources.map(({ via, role, wins }) => [via, role, wins])).toEqual([
    ['grant', 'edit', true],
    ['team-grant', 'edit', false],
    ['organization-role', 'read', false],
    ['grant', null, false],
  ])
  expect(sources[2]?.on).toEqual({ type: 'organization', id: 'o', title: 'Halden' })
})

test('a higher rank is a gain, a lower one a loss, and members without access are not counted', () => {
  const before = new Map([
    ['ann', 3],
    ['ben', 3],
    ['cem', 3],
    ['dan', 0],
  ])
  const after = new Map([
    ['ann', 6],
    ['ben', 0],
    ['cem', 3],
    ['dan', 0],
    ['eve', 1],
  ])
  expect(changesOf(before, after)).toEqual({ gain: ['ann', 'eve'], lose: ['ben'], unchanged: 1 })
})

test('a descendant without access settings of its own changes with its parent', () => {
  const descendants = [
    { id: 'a', parentId: 'top', own: false },
    { id: 'b', parentId: 'a', own: false },
    { id: 'c', parentId: 'a', own: true },
    { id: 'd', parentId: 'c', own: false },
  ]
  const same = new Map([['c', '11']])
  const other = new Map([['c', '12']])
  expect(countChangedDescendants(descendants, same, same, true)).toBe(2)
  expect(countChangedDescendants(descendants, same, other, true)).toBe(4)
  expect(countChangedDescendants(descendants, same, other, false)).toBe(2)
  expect(countChangedDescendants(descendants, same, same, false)).toBe(0)
})
