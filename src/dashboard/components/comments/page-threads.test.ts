import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import type { BlockPosition } from './block-positions.ts'
import { openThreadsByBlock, threadsOnPage } from './page-threads.ts'

const said = (id: string, node?: string, status: Comment['status'] = 'open') =>
  ({ id, status, target: node ? { node: { id: node } } : {} }) as Comment
const place = (key: string, top: number) => ({ key, top }) as BlockPosition
const places = [place('a', 10), place('b', 90)]
const all = [said('1', 'b'), said('2', 'a'), said('3'), said('4', 'gone'), said('5', 'a', 'resolved')]

test('threads stand in the order of the page, those without a block behind them', () => {
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
