import { expect, test } from 'vitest'
import { byBest, found, given, withoutDoubles } from './palette-items.ts'
import { asked, withScope } from './palette-scopes.ts'

const item = (title: string, to = `/${title}`) => ({ id: to, title, to, run: () => undefined })
const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

test('the best titles come first, and among equals what was visited last', () => {
  const items = [item('Old handbook'), item('Handbook'), item('Handball'), item('Field guide')]
  expect(titles(found(items, 'hand'))).toEqual(['Handbook', 'Handball', 'Old handbook'])
  expect(titles(found(items, 'hand', ['/Handball']))).toEqual(['Handball', 'Handbook', 'Old handbook'])
})

test('the group with the best title is first, and nothing moves while nothing is typed', () => {
  const groups = [
    { name: 'Spaces', items: found([item('Old handbook')], 'hand') },
    { name: 'Do', items: found([item('Hand over')], 'hand') },
  ]
  expect(byBest(groups, 'hand').map(({ name }) => name)).toEqual(['Do', 'Spaces'])
  expect(byBest(groups, '').map(({ name }) => name)).toEqual(['Spaces', 'Do'])
})

test('what was found in the text keeps its order and is marked where the title has the words', () => {
  const [first, second] = given([item('Wiring'), item('Terminal block')], 'term')
  expect(first?.spans).toEqual([])
  expect(second?.spans).toEqual([{ from: 0, to: 4 }])
})

test('the same address or act is there once', () => {
  const acts = [
    { title: 'New space', to: undefined },
    { title: 'New space', to: undefined },
  ]
  expect(withoutDoubles(acts)).toHaveLength(1)
  expect(titles(withoutDoubles([item('Handbook', '/s/1'), item('Renamed', '/s/1')]))).toEqual(['Handbook'])
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
