import { expect, test } from 'vitest'
import { afterSaving, settled, settlingOf } from './settling.ts'

const base = { title: 'Wiring', markdown: 'one\n\ntwo\n\nthree\n' }
const as = (title: string, markdown: string) => ({ title, markdown })

test('changes at different places are both there', () => {
  const settling = settlingOf(
    base,
    as('Wiring', 'ONE\n\ntwo\n\nthree\n'),
    as('Cables', 'one\n\ntwo\n\nTHREE\n'),
  )
  expect(settling.clashes).toEqual([])
  expect(settled(settling, {})).toEqual(as('Cables', 'ONE\n\ntwo\n\nTHREE\n'))
})

test('each clash is settled as chosen, the rest merges by itself', () => {
  const settling = settlingOf(
    base,
    as('Routes', 'one\n\nzwei\n\nthree\n\nfour\n'),
    as('Cables', 'ONE\n\ndeux\n\nthree\n'),
  )
  const [title, text] = settling.clashes
  expect(title).toEqual({ id: 'title', kind: 'title', base: 'Wiring', theirs: 'Routes', mine: 'Cables' })
  expect(text).toMatchObject({ base: 'two', theirs: 'zwei', mine: 'deux' })
  const rest = (middle: string) => `ONE\n\n${middle}\n\nthree\n\nfour\n`
  const id = text?.id ?? ''
  expect(settled(settling, { title: 'theirs', [id]: 'theirs' })).toEqual(as('Routes', rest('zwei')))
  expect(settled(settling, { [id]: 'mine' })).toEqual(as('Cables', rest('deux')))
  expect(settled(settling, { title: { text: 'Both' }, [id]: { text: 'zwei\ndeux' } })).toEqual(
    as('Both', rest('zwei\ndeux')),
  )
})

test('lines that one side took away are gone when that side is chosen', () => {
  const settling = settlingOf(base, as('Wiring', 'one\n\nthree\n'), as('Wiring', 'one\n\nzwei\n\nthree\n'))
  const id = settling.clashes[0]?.id ?? ''
  expect(settled(settling, { [id]: 'theirs' }).markdown).toBe('one\n\nthree\n')
  expect(settled(settling, { [id]: 'mine' }).markdown).toBe('one\n\nzwei\n\nthree\n')
})

test('equal changes on both sides are no clash', () => {
  const same = as('Cables', 'ONE\n\ntwo\n\nthree\n')
  expect(settlingOf(base, same, same).clashes).toEqual([])
})

test('what was written on while a save was on its way stays, with what others wrote', () => {
  const sent = as('Wiring', 'one\n\nzwei\n\nthree\n')
  const now = { ...as('Wiring', 'ONE\n\nzwei\n\nthree\n'), revision: 'r2' }
  expect(afterSaving(sent, now, sent)).toEqual(as('Wiring', 'ONE\n\nzwei\n\nthree\n'))
  expect(afterSaving(sent, now, as('Wiring', 'one\n\nzwei\n\nthree!\n'))).toEqual(
    as('Wiring', 'ONE\n\nzwei\n\nthree!\n'),
  )
  expect(afterSaving(sent, now, as('Wiring', 'uno\n\nzwei\n\nthree\n'))).toBeNull()
})

test('long texts of many empty lines are laid over each other', () => {
  const text = (from: number) =>
    Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? '' : `${from + at * 7}`)).join('\n')
  const settling = settlingOf(as('Wiring', text(0)), as('Wiring', text(1)), as('Wiring', text(2)))
  const all = (choice: 'mine' | 'theirs') =>
    Object.fromEntries(settling.clashes.map(({ id }) => [id, choice]))
  expect(settled(settling, all('mine')).markdown).toBe(text(2))
  expect(settled(settling, all('theirs')).markdown).toBe(text(1))
})
