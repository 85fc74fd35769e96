import { expect, test } from 'vitest'
import { requestedRange } from './byte-range.ts'

const rangeOf = (headers: Record<string, string>, method = 'GET') =>
  requestedRange({ method, headers }, { size: 10, etag: '"a"' })

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=9-100', { start: 9, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=3-2', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['lines=1-2', null],
])('%s of 10 bytes is %j', (range, expected) => {
  expect(rangeOf({ range })).toEqual(expected)
})

test('a part is only sent of the bytes that the client has seen', () => {
  const range = 'bytes=0-3'
  expect(rangeOf({ range, 'if-range': '"a"' })).toEqual({ start: 0, end: 3 })
  expect(rangeOf({ range, 'if-range': '"b"' })).toBeNull()
  expect(rangeOf({ range }, 'HEAD')).toBeNull()
})
