import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { releaseMemoryWhenIdle } from './idle-memory.ts'

const MB = 1024 * 1024
const CHECK_MS = 20

let end = () => {}
afterEach(() => end())

/** A heap of which each collection leaves 50 MB. */
function watch(start: number) {
  const heap = { size: start * MB, collections: 0 }
  end = releaseMemoryWhenIdle({
    checkMs: CHECK_MS,
    heapSize: () => heap.size,
    async collect() {
      heap.collections++
      heap.size = 50 * MB
    },
  })
  return heap
}

test('collects once when idle, and again only after the heap has grown', async () => {
  const heap = watch(65)
  await expect.poll(() => heap.collections).toBe(1)

  heap.size = 70 * MB
  await pause(10 * CHECK_MS)
  expect(heap.collections).toBe(1)

  heap.size = 300 * MB
  await expect.poll(() => heap.collections).toBe(2)
})

test('leaves a busy process alone', async () => {
  const heap = watch(300)
  for (let i = 0; i < 10; i++) {
    const until = performance.now() + CHECK_MS
    while (performance.now() < until) Math.sqrt(i)
    await pause(1)
  }
  expect(heap.collections).toBe(0)

  await expect.poll(() => heap.collections).toBe(1)
})
