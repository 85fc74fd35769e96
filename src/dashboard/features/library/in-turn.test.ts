import { expect, test } from 'vitest'
import { inTurn, turnOf } from './in-turn.ts'

const refusing = (name: string) => async (item: string) => {
  if (item === name) throw new Error(`not ${name}`)
}

test('one that is refused does not keep the others from going', async () => {
  const ended = await inTurn(turnOf(['a', 'b', 'c']), refusing('b'))
  expect(ended).toEqual({ done: ['a', 'c'], refused: [{ item: 'b', error: new Error('not b') }], left: [] })
})

test('what is stopped sends no more', async () => {
  const turn = turnOf(['a', 'b', 'c'])
  const sent: string[] = []
  const ended = await inTurn(turn, async (item) => {
    sent.push(item)
    turn.isStopped = item === 'b'
  })
  expect(sent).toEqual(['a', 'b'])
  expect(ended).toEqual({ done: ['a', 'b'], refused: [], left: ['c'] })
})
