import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { keyOf } from './api.ts'
import { isTouched } from './heard.ts'

const library = keyOf(api.library.list, { params: { organizationId: 'o1' } })
const content = (spaceId: string) => keyOf(api.spaceContent.get, { params: { spaceId } })

test('a changed space touches the library, and the pages of no other space', () => {
  const event = { type: 'space.updated', id: 's1', version: 4 }
  expect(isTouched(library, event)).toBe(true)
  expect(isTouched(content('s1'), event)).toBe(true)
  expect(isTouched(content('s2'), event)).toBe(false)
})

test('a member that changed does not touch the library, changed access does', () => {
  expect(isTouched(library, { type: 'member.updated', id: 'u1' })).toBe(false)
  expect(isTouched(library, { type: 'access.updated', id: 'o1' })).toBe(true)
})

test('what may have been missed touches everything', () => {
  const reset = { type: 'reset', id: 'o1' }
  expect([library, content('s1'), keyOf(api.users.current)].every((key) => isTouched(key, reset))).toBe(true)
})

test('what is not known yet touches nothing', () => {
  expect(isTouched(library, { type: 'planet.updated', id: 'p1' })).toBe(false)
})

test('a comment touches the talk in its own space and its change requests, and no other', () => {
  const event = { type: 'comment.created', id: 'c1', parent: 's1' }
  const talk = (spaceId: string) => keyOf(api.spaceComments.list, { params: { spaceId } })
  const params = { spaceId: 's1', changeRequestId: 'r1', commentId: 'c1' }
  const replies = keyOf(api.changeRequestCommentReplies.list, { params })
  expect([talk('s1'), replies].every((key) => isTouched(key, event))).toBe(true)
  expect([talk('s2'), library, content('s1')].some((key) => isTouched(key, event))).toBe(false)
  expect(isTouched(replies, { ...event, type: 'comment-reply.deleted' })).toBe(true)
})
