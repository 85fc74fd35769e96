import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { q } from './api.ts'
import { applyChangeEvents, invalidateResource, isAffectedBy } from './freshness.ts'
import { rememberOwnDeletion, rememberOwnWrite } from './own-writes.ts'

const organizationId = 'o1'
const library = q(api.library.list, { params: { organizationId } }).queryKey
const structure = q(api.siteStructure.get, { params: { organizationId, siteId: 'w1' } }).queryKey
const content = (spaceId: string) => q(api.spaceContent.get, { params: { spaceId } }).queryKey

describe('reads that a change event affects', () => {
  test('a changed space affects the library, site structures and its own pages, but no other space', () => {
    const event = { type: 'space.updated', id: 's1', version: 4 }
    expect([library, structure, content('s1')].every((key) => isAffectedBy(key, event))).toBe(true)
    expect(isAffectedBy(content('s2'), event)).toBe(false)
  })

  test('a changed member leaves the library alone, changed access does not', () => {
    expect(isAffectedBy(library, { type: 'member.updated', id: 'u1' })).toBe(false)
    expect(isAffectedBy(library, { type: 'access.updated', id: organizationId })).toBe(true)
  })

  test('what is deleted or no longer shared leaves the inbox', () => {
    const inbox = q(api.notifications.list, { params: { organizationId }, query: {} }).queryKey
    const types = ['library.updated', 'access.updated', 'space.updated']
    const affected = types.filter((type) => isAffectedBy(inbox, { type, id: organizationId }))
    expect(affected).toEqual(['library.updated', 'access.updated'])
  })

  test('a reset affects everything', () => {
    const reset = { type: 'reset', id: organizationId }
    const session = q(api.users.current, {}).queryKey
    expect([library, content('s1'), session].every((key) => isAffectedBy(key, reset))).toBe(true)
  })

  test('an unknown kind affects nothing', () => {
    expect(isAffectedBy(library, { type: 'planet.updated', id: 'p1' })).toBe(false)
  })

  test('a comment affects the comments and the counts of its own space only', () => {
    const event = { type: 'comment.created', id: 'c1', parent: 's1' }
    const comments = (spaceId: string) => q(api.spaceComments.list, { params: { spaceId } }).queryKey
    const params = { spaceId: 's1', changeRequestId: 'r1', commentId: 'c1' }
    const replies = q(api.changeRequestCommentReplies.list, { params }).queryKey
    expect([comments('s1'), replies, library].every((key) => isAffectedBy(key, event))).toBe(true)
    expect([comments('s2'), content('s1')].some((key) => isAffectedBy(key, event))).toBe(false)
    expect(isAffectedBy(replies, { ...event, type: 'comment-reply.deleted' })).toBe(true)
  })
})

describe('events of our own writes', () => {
  let client = new QueryClient()
  beforeEach(() => {
    client = new QueryClient()
    client.setQueryData(library, { count: 0, items: [] } as never)
  })
  const isStale = () => client.getQueryState(library)?.isInvalidated
  const rename = async (version: number) => {
    rememberOwnWrite({ id: 's1', version })
    await invalidateResource(client, 'spaces')
    client.setQueryData(library, { count: 1, items: [] } as never)
  }

  test('an event that our own write caused refetches nothing', async () => {
    await rename(5)
    applyChangeEvents(client, [{ type: 'space.updated', id: 's1', version: 5 }])
    expect(isStale()).toBe(false)
  })

  test('a later change by someone else refetches', async () => {
    await rename(5)
    applyChangeEvents(client, [{ type: 'space.updated', id: 's1', version: 6 }])
    expect(isStale()).toBe(true)
  })

  test('content that someone else changes after our own write is refetched, though it has no new version', async () => {
    const params = { spaceId: 's1' }
    const page = q(api.spaceContent.page, { params: { ...params, pageId: 'p' }, query: {} }).queryKey
    const requested = { params: { ...params, changeRequestId: '1', pageId: 'p' }, query: {} }
    const requestedPage = q(api.changeRequestContent.page, requested).queryKey
    for (const key of [page, requestedPage]) client.setQueryData(key, {} as never)
    for (const id of ['s1', 'r1']) rememberOwnWrite({ id, version: 5 })
    await invalidateResource(client, 'spaces')
    await invalidateResource(client, 'changeRequests')
    for (const key of [page, requestedPage]) client.setQueryData(key, {} as never)
    applyChangeEvents(client, [{ type: 'space.updated', id: 's1', version: 5 }])
    expect(client.getQueryState(page)?.isInvalidated).toBe(true)
    applyChangeEvents(client, [{ type: 'change-request.updated', id: 'r1', version: 5, parent: 's1' }])
    expect(client.getQueryState(requestedPage)?.isInvalidated).toBe(true)
  })

  test('an event refetches reads that our write has not refetched', () => {
    rememberOwnWrite({ items: [{ id: 's2', version: 3 }] })
    applyChangeEvents(client, [{ type: 'space.updated', id: 's2', version: 3 }])
    expect(isStale()).toBe(true)
  })

  test('our own deletion refetches nothing twice', async () => {
    const teams = q(api.teams.list, { params: { organizationId } }).queryKey
    client.setQueryData(teams, { count: 0, items: [] } as never)
    rememberOwnDeletion('t1')
    await invalidateResource(client, 'teams')
    client.setQueryData(teams, { count: 1, items: [] } as never)
    applyChangeEvents(client, [{ type: 'team.deleted', id: 't1', version: 2 }])
    expect(client.getQueryState(teams)?.isInvalidated).toBe(false)
  })

  test('a read that can show the change itself is not refetched', () => {
    const onChangeEvents = vi.fn(() => true)
    client.getQueryCache().build(client, { queryKey: ['library', 'partial'], meta: { onChangeEvents } })
    const event = { type: 'space.updated', id: 's9', version: 1 }
    applyChangeEvents(client, [event])
    expect(onChangeEvents).toHaveBeenCalledWith(client, ['library', 'partial'], [event])
  })
})

test('a write in one space leaves the content of other spaces alone', async () => {
  const client = new QueryClient()
  for (const id of ['s1', 's2']) client.setQueryData(content(id), {} as never)
  await invalidateResource(client, 'revisions', { params: { spaceId: 's1' } })
  expect(client.getQueryState(content('s1'))?.isInvalidated).toBe(true)
  expect(client.getQueryState(content('s2'))?.isInvalidated).toBe(false)
})

test('a change that arrives while a list loads another page does not cancel that', async () => {
  const client = new QueryClient()
  const more = Promise.withResolvers<string>()
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['spaces', 'list', {}],
    queryFn: ({ pageParam }) => (pageParam === 2 ? more.promise : 'first'),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
  })
  const stop = list.subscribe(() => undefined)
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual(['first']))
  const loading = list.fetchNextPage()
  const invalidating = invalidateResource(client, 'spaces')
  more.resolve('second')
  await Promise.all([loading, invalidating])
  expect(list.getCurrentResult().data?.pages).toEqual(['first', 'second'])
  stop()
})

test('a read that began before a change, for a view that is still to come, is read again there', async () => {
  const client = new QueryClient()
  const response = Promise.withResolvers<string>()
  const queryKey = ['spaces', 'get', {}]
  const loading = client.fetchQuery({ queryKey, queryFn: () => response.promise })
  await invalidateResource(client, 'spaces')
  response.resolve('before the change')
  await loading
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})
