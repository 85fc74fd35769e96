import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { type BlockPosition, layoutThreads, openThreadsByBlock, threadsOnPage } from './page-threads.ts'

const said = (id: string, node?: string, status: Comment['status'] = 'open') =>
  ({ id, status, target: node ? { node: { id: node } } : {} }) as Comment
const place = (key: string, top: number) => ({ key, top }) as BlockPosition
const places = [place('a', 10), place('b', 90)]
const all = [said('1', 'b'), said('2', 'a'), said('3'), said('4', 'gone'), said('5', 'a', 'resolved')]

test('threads are in page order, and those without a block come last', () => {
  const ids = threadsOnPage(all, places, { filter: 'open', chosen: undefined }).map(
    ({ comment }) => comment.id,
  )
  expect(ids).toEqual(['2', '1', '3', '4'])
})

test('a filter narrows, and the chosen thread is there all the same', () => {
  const ids = (filter: 'resolved' | 'all', chosen?: string) =>
    threadsOnPage(all, places, { filter, chosen }).map(({ comment }) => comment.id)
  expect(ids('resolved')).toEqual(['5'])
  expect(ids('resolved', '1')).toEqual(['5', '1'])
  expect(ids('all')).toHaveLength(5)
})

test('blocks count their open threads', () => {
  const open = openThreadsByBlock(all)
  expect([open.get('a')?.length, open.get('b')?.length, open.get('gone')?.length]).toEqual([1, 1, 1])
})

const wish = (top: number, height: number) => ({ top, height })

test('each thread is level with its block, or below the thread above if they would overlap', () => {
  expect(layoutThreads([wish(0, 50), wish(20, 50), wish(300, 50)], 10)).toEqual([0, 60, 300])
})

test('the selected thread gets its position, and earlier ones move up', () => {
  expect(layoutThreads([wish(100, 50), wish(110, 50), wish(120, 50)], 10, 1)).toEqual([50, 110, 170])
})

test('nothing is pushed out at the upper edge', () => {
  expect(layoutThreads([wish(0, 50), wish(10, 50)], 10, 1)).toEqual([0, 60])
  expect(layoutThreads([], 10)).toEqual([])
})
