import { expect, test } from 'vitest'
import { groupsOf, type Sources } from './palette-groups.ts'
import type { PaletteItem } from './palette-items.ts'

const item = (title: string, to?: string, keys?: string): PaletteItem => ({
  id: to ?? title,
  title,
  ...(to === undefined ? {} : { to }),
  ...(keys === undefined ? {} : { keys }),
  run: () => undefined,
})
const sources: Sources = {
  doings: [item('New space'), item('Invite people')],
  rooms: [item('Library', '/library', 'g l'), item('Audit log', '/audit')],
  recent: [item('Handbook', '/s/h'), item('Wiring', '/s/h/p/w')],
  things: [item('Handbook', '/s/h'), item('Old space', '/s/o')],
  visited: ['/s/h', '/s/h/p/w'],
  changes: [item('Space for torque values', '/s/h/changes/4')],
  people: [item('Ada Space', '/ada')],
  pages: [item('Spacers', '/s/o/p/x')],
  spaces: [item('Space called by the service', '/s/far')],
  withWords: [item('Search the text', '/search')],
}
const outline = (...given: Parameters<typeof groupsOf>) =>
  groupsOf(...given).map(({ name, items }) => [name, ...items.map(({ title }) => title)])

test('with nothing typed there is what was visited, what can be done here and where one may go', () => {
  expect(outline('all', '', { ...sources, pages: [], people: [], withWords: [] })).toEqual([
    ['Recent', 'Handbook', 'Wiring'],
    ['Do', 'New space', 'Invite people'],
    ['Go to', 'Library'],
  ])
})

test('what is known comes before what the service finds, and more to do with the words comes last', () => {
  expect(outline('all', 'space', sources)).toEqual([
    ['Spaces and sites', 'Old space', 'Space called by the service'],
    ['Do', 'New space'],
    ['Pages', 'Spacers'],
    ['Changes', 'Space for torque values'],
    ['People', 'Ada Space'],
    ['More', 'Search the text'],
  ])
})

test('what was visited is found by its title, once', () => {
  expect(outline('all', 'hand', { ...sources, pages: [], people: [], spaces: [] })[0]).toEqual([
    'Spaces and sites',
    'Handbook',
  ])
})

test('a scope shows one kind', () => {
  expect(outline('do', '', sources)).toEqual([['Do', 'New space', 'Invite people']])
  expect(outline('people', 'ada', sources)).toEqual([['People', 'Ada Space']])
  expect(outline('pages', '', { ...sources, pages: [], withWords: [] })).toEqual([['Recent', 'Wiring']])
})
