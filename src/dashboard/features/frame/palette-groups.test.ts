import { expect, test } from 'vitest'
import {
  asked,
  byBest,
  found,
  given,
  groupsOf,
  matchOf,
  type PaletteItem,
  type Sources,
  withoutDoubles,
  withScope,
} from './palette-groups.ts'

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

const linkTo = (title: string, to = `/${title}`) => ({ id: to, title, to, run: () => undefined })
const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

test('the best titles come first, and among equals what was visited last', () => {
  const items = [linkTo('Old handbook'), linkTo('Handbook'), linkTo('Handball'), linkTo('Field guide')]
  expect(titles(found(items, 'hand'))).toEqual(['Handbook', 'Handball', 'Old handbook'])
  expect(titles(found(items, 'hand', ['/Handball']))).toEqual(['Handball', 'Handbook', 'Old handbook'])
})

test('the group with the best title is first, and nothing moves while nothing is typed', () => {
  const groups = [
    { name: 'Spaces', items: found([linkTo('Old handbook')], 'hand') },
    { name: 'Do', items: found([linkTo('Hand over')], 'hand') },
  ]
  expect(byBest(groups, 'hand').map(({ name }) => name)).toEqual(['Do', 'Spaces'])
  expect(byBest(groups, '').map(({ name }) => name)).toEqual(['Spaces', 'Do'])
})

test('what was found in the text keeps its order and is marked where the title has the words', () => {
  const [first, second] = given([linkTo('Wiring'), linkTo('Terminal block')], 'term')
  expect(first?.spans).toEqual([])
  expect(second?.spans).toEqual([{ from: 0, to: 4 }])
})

test('the same address or act is there once', () => {
  const acts = [
    { title: 'New space', to: undefined },
    { title: 'New space', to: undefined },
  ]
  expect(withoutDoubles(acts)).toHaveLength(1)
  expect(titles(withoutDoubles([linkTo('Handbook', '/s/1'), linkTo('Renamed', '/s/1')]))).toEqual([
    'Handbook',
  ])
})

test.each([
  ['', 'all', ''],
  ['term ', 'all', 'term'],
  ['> new space', 'do', 'new space'],
  ['@ada', 'people', 'ada'],
  [' #torque', 'pages', 'torque'],
])('“%s” looks through %s for “%s”', (text, scope, words) => {
  expect(asked(text)).toEqual({ scope, words })
})

test('a scope is taken up, changed and left', () => {
  expect(withScope('ada', '@')).toBe('@ada')
  expect(withScope('@ada', '#')).toBe('#ada')
  expect(withScope('#ada', '#')).toBe('ada')
})

test.each([
  ['Terminal block', 'term', [{ from: 0, to: 4 }], 0],
  ['Bus termination', 'term', [{ from: 4, to: 8 }], 1],
  ['Determination', 'term', [{ from: 2, to: 6 }], 2],
  [
    'Bus termination',
    'term bus',
    [
      { from: 0, to: 3 },
      { from: 4, to: 8 },
    ],
    1,
  ],
  ['Handbook', '', [], 0],
])('finds the words of “%s”', (title, text, spans, rank) => {
  expect(matchOf(title, text)).toEqual({ spans, rank })
})

test('leaves out what lacks one of the words', () => {
  expect(matchOf('Handbook', 'hand foot')).toBeNull()
})
