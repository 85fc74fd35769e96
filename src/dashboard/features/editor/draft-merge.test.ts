import { expect, test } from 'vitest'
import { mergeAfterSave, mergeDrafts, resolveMerge } from './draft-merge.ts'

const base = { title: 'Wiring', markdown: 'one\n\ntwo\n\nthree\n' }
const as = (title: string, markdown: string) => ({ title, markdown })

test('changes in different passages are both applied', () => {
  const merge = mergeDrafts(
    base,
    as('Wiring', 'ONE\n\ntwo\n\nthree\n'),
    as('Cables', 'one\n\ntwo\n\nTHREE\n'),
  )
  expect(merge.conflicts).toEqual([])
  expect(resolveMerge(merge, {})).toEqual(as('Cables', 'ONE\n\ntwo\n\nTHREE\n'))
})

test('each conflict is resolved as chosen, and everything else merges', () => {
  const merge = mergeDrafts(
    base,
    as('Routes', 'one\n\nzwei\n\nthree\n\nfour\n'),
    as('Cables', 'ONE\n\ndeux\n\nthree\n'),
  )
  const [title, text] = merge.conflicts
  expect(title).toEqual({ id: 'title', kind: 'title', base: 'Wiring', theirs: 'Routes', mine: 'Cables' })
  expect(text).toMatchObject({ base: 'two', theirs: 'zwei', mine: 'deux' })
  const textWith = (middle: string) => `ONE\n\n${middle}\n\nthree\n\nfour\n`
  const id = text?.id ?? ''
  expect(resolveMerge(merge, { title: 'theirs', [id]: 'theirs' })).toEqual(as('Routes', textWith('zwei')))
  expect(resolveMerge(merge, { [id]: 'mine' })).toEqual(as('Cables', textWith('deux')))
  expect(resolveMerge(merge, { title: { text: 'Both' }, [id]: { text: 'zwei\ndeux' } })).toEqual(
    as('Both', textWith('zwei\ndeux')),
  )
})

test('choosing the side that deleted lines deletes them', () => {
  const merge = mergeDrafts(base, as('Wiring', 'one\n\nthree\n'), as('Wiring', 'one\n\nzwei\n\nthree\n'))
  const id = merge.conflicts[0]?.id ?? ''
  expect(resolveMerge(merge, { [id]: 'theirs' }).markdown).toBe('one\n\nthree\n')
  expect(resolveMerge(merge, { [id]: 'mine' }).markdown).toBe('one\n\nzwei\n\nthree\n')
})

test('equal changes on both sides are no conflict', () => {
  const same = as('Cables', 'ONE\n\ntwo\n\nthree\n')
  expect(mergeDrafts(base, same, same).conflicts).toEqual([])
})

test('text typed during a save is merged with what others wrote', () => {
  const sent = as('Wiring', 'one\n\nzwei\n\nthree\n')
  const now = { ...as('Wiring', 'ONE\n\nzwei\n\nthree\n'), revision: 'r2' }
  expect(mergeAfterSave(sent, now, sent)).toEqual(as('Wiring', 'ONE\n\nzwei\n\nthree\n'))
  expect(mergeAfterSave(sent, now, as('Wiring', 'one\n\nzwei\n\nthree!\n'))).toEqual(
    as('Wiring', 'ONE\n\nzwei\n\nthree!\n'),
  )
  expect(mergeAfterSave(sent, now, as('Wiring', 'uno\n\nzwei\n\nthree\n'))).toBeNull()
})

test('long texts with many empty lines merge', () => {
  const text = (from: number) =>
    Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? '' : `${from + at * 7}`)).join('\n')
  const merge = mergeDrafts(as('Wiring', text(0)), as('Wiring', text(1)), as('Wiring', text(2)))
  const all = (choice: 'mine' | 'theirs') => Object.fromEntries(merge.conflicts.map(({ id }) => [id, choice]))
  expect(resolveMerge(merge, all('mine')).markdown).toBe(text(2))
  expect(resolveMerge(merge, all('theirs')).markdown).toBe(text(1))
})
