import { expect, test } from 'vitest'
import {
  bestGroupFirst,
  bestMatches,
  groupsOf,
  inServerOrder,
  type PaletteItem,
  parseInput,
  type Sources,
  withoutDuplicates,
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
  commands: [item('New space'), item('Invite people')],
  destinations: [item('Library', '/library', 'g l'), item('Audit log', '/audit')],
  recent: [item('Handbook', '/s/h'), item('Wiring', '/s/h/p/w')],
  entities: [item('Handbook', '/s/h'), item('Old space', '/s/o')],
  visited: ['/s/h', '/s/h/p/w'],
  changeRequests: [item('Space for torque values', '/s/h/changes/4')],
  people: [item('Ada Space', '/ada')],
  pages: [item('Spacers', '/s/o/p/x')],
  spaces: [item('Space called by the service', '/s/far')],
  textCommands: [item('Search the text', '/search')],
}
const outline = (...inServerOrder: Parameters<typeof groupsOf>) =>
  groupsOf(...inServerOrder).map(({ name, items }) => [name, ...items.map(({ title }) => title)])

test('without a query it offers recent visits, commands and main pages', () => {
  expect(outline('all', '', { ...sources, pages: [], people: [], textCommands: [] })).toEqual([
    ['Recent', 'Handbook', 'Wiring'],
    ['Actions', 'New space', 'Invite people'],
    ['Go to', 'Library'],
  ])
})

test('local matches come before server results, and text commands come last', () => {
  expect(outline('all', 'space', sources)).toEqual([
    ['Spaces and sites', 'Old space', 'Space called by the service'],
    ['Actions', 'New space'],
    ['Pages', 'Spacers'],
    ['Changes', 'Space for torque values'],
    ['People', 'Ada Space'],
    ['More', 'Search the text'],
  ])
})

test('a visited entity matches by title and appears once', () => {
  expect(outline('all', 'hand', { ...sources, pages: [], people: [], spaces: [] })[0]).toEqual([
    'Spaces and sites',
    'Handbook',
  ])
})

test('a scope shows one kind', () => {
  expect(outline('do', '', sources)).toEqual([['Actions', 'New space', 'Invite people']])
  expect(outline('people', 'ada', sources)).toEqual([['People', 'Ada Space']])
  expect(outline('pages', '', { ...sources, pages: [], textCommands: [] })).toEqual([['Recent', 'Wiring']])
})

const linkTo = (title: string, to = `/${title}`) => ({ id: to, title, to, run: () => undefined })
const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

test('best matches come first, then last visited', () => {
  const items = [linkTo('Old handbook'), linkTo('Handbook'), linkTo('Handball'), linkTo('Field guide')]
  expect(titles(bestMatches(items, 'hand'))).toEqual(['Handball', 'Handbook', 'Old handbook'])
  expect(titles(bestMatches(items, 'hand', ['/Handbook']))).toEqual(['Handbook', 'Handball', 'Old handbook'])
})

test('the group with the best match is first, and without a query the order stays', () => {
  const groups = [
    { name: 'Spaces', items: bestMatches([linkTo('Old handbook')], 'hand') },
    { name: 'Actions', items: bestMatches([linkTo('Hand over')], 'hand') },
  ]
  expect(bestGroupFirst(groups, 'hand').map(({ name }) => name)).toEqual(['Actions', 'Spaces'])
  expect(bestGroupFirst(groups, '').map(({ name }) => name)).toEqual(['Spaces', 'Actions'])
})

test('server results keep their order and highlight matches in titles', () => {
  const [first, second] = inServerOrder([linkTo('Wiring'), linkTo('Terminal block')], 'term')
  expect(first?.spans).toEqual([])
  expect(second?.spans).toEqual([{ from: 0, to: 4 }])
})

test('paths and commands appear once', () => {
  const actions = [
    { title: 'New space', to: undefined },
    { title: 'New space', to: undefined },
  ]
  expect(withoutDuplicates(actions)).toHaveLength(1)
  expect(titles(withoutDuplicates([linkTo('Handbook', '/s/1'), linkTo('Renamed', '/s/1')]))).toEqual([
    'Handbook',
  ])
})

test.each([
  ['', 'all', ''],
  ['term ', 'all', 'term'],
  ['> new space', 'do', 'new space'],
  ['@ada', 'people', 'ada'],
  [' #torque', 'pages', 'torque'],
])('“%s” searches %s for “%s”', (text, scope, query) => {
  expect(parseInput(text)).toEqual({ scope, query })
})

test('a scope can be added, changed and removed', () => {
  expect(withScope('ada', '@')).toBe('@ada')
  expect(withScope('@ada', '#')).toBe('#ada')
  expect(withScope('#ada', '#')).toBe('ada')
})
