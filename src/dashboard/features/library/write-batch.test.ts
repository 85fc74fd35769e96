import { expect, test } from 'vitest'
import { batchOf, runBatch } from './write-batch.ts'

const failingOn = (name: string) => async (item: string) => {
  if (item === name) throw new Error(`not ${name}`)
}

test('a failed write does not stop the others', async () => {
  const result = await runBatch(batchOf(['a', 'b', 'c']), failingOn('b'))
  expect(result).toEqual({ done: ['a', 'c'], failed: [{ item: 'b', error: new Error('not b') }], unsent: [] })
})

test('a stopped batch sends no more writes', async () => {
  const batch = batchOf(['a', 'b', 'c'])
  const sent: string[] = []
  const result = await runBatch(batch, async (item) => {
    sent.push(item)
    batch.isStopped = item === 'b'
  })
  expect(sent).toEqual(['a', 'b'])
  expect(result).toEqual({ done: ['a', 'b'], failed: [], unsent: ['c'] })
})
