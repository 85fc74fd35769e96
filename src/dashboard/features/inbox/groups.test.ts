import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { groupByObject, idsIn, pathIn } from './groups.ts'

const notification = (id: string, objectId: string, kind: Notification['about']['kind']): Notification => ({
  object: 'notification',
  id,
  reason: 'comment',
  about: { kind, id: objectId, title: 'Units' },
  events: 1,
  state: 'open',
  createdAt: '2026-11-27T10:00:00.000Z',
  urls: { app: 'https://docs.example.com/s/1' },
})

test('notifications about one object are one group, whose latest is the first', () => {
  const groups = groupByObject([
    notification('3', 'x', 'page'),
    notification('2', 'x', 'page'),
    notification('1', 'x', 'space'),
  ])
  expect(groups.map(({ latest, items }) => [latest.id, items.length])).toEqual([
    ['3', 2],
    ['1', 1],
  ])
  expect(idsIn(groups)).toEqual(['3', '2', '1'])
})

test('a URL of the service becomes a path of the dashboard', () => {
  expect(pathIn('https://docs.example.com/s/1/comments?comment=2')).toBe('/s/1/comments?comment=2')
})
