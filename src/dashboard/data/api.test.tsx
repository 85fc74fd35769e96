// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Input, type Output, resource } from '#contract/route.ts'
import { listOf } from '#contract/shared/paging.ts'
import { moveTo } from '#contract/shared/position.ts'
import { positionOf } from '#contract/shared/position-schema.ts'
import { toast } from '../lib/toast.ts'
import { q, useApi } from './api.ts'
import { optimistic } from './optimistic.ts'
import { createQueryClient } from './query-client.ts'

const post = z.object({ id: z.string() })
const posts = resource('posts', {
  list: {
    id: 'listPosts',
    method: 'GET',
    path: '/posts',
    summary: 'List them.',
    permission: 'user',
    status: 200,
    response: listOf(post),
  },
  move: {
    id: 'movePost',
    method: 'POST',
    path: '/posts/:postId/move',
    summary: 'Move one.',
    permission: 'user',
    params: z.object({ postId: z.string() }),
    body: z.object({ position: positionOf(z.string()) }),
    status: 200,
    response: post,
  },
})

/** A server with posts in an order. Its response to the next move can be delayed or an error. */
function startServer(order: string[]) {
  const requests: string[] = []
  const server = { order, requests, refuses: (_id: string) => false, delay: Promise.resolve() }
  globalThis.fetch = async (address, init) => {
    const path = String(address)
    requests.push(`${init?.method} ${path}`)
    if (init?.method === 'GET') {
      return Response.json({ count: server.order.length, items: server.order.map((id) => ({ id })) })
    }
    await server.delay
    const id = path.split('/')[3] ?? ''
    if (server.refuses(id)) {
      return Response.json(
        { error: { code: 400, message: 'Its list is gone.', type: 'invalid_position' } },
        { status: 400 },
      )
    }
    const { position } = JSON.parse(String(init?.body))
    server.order = moveTo(
      server.order.map((one) => ({ id: one })),
      id,
      position,
    ).map((one) => one.id)
    return Response.json({ id })
  }
  return server
}

const list = q(posts.list, {})

function renderPosts() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(
    () => ({
      ids: useQuery(list).data?.items.map(({ id }) => id),
      move: useApi(posts.move, {
        ...optimistic<Output<typeof posts.list>, Input<typeof posts.move>>(
          list,
          (page, { params, body }) => ({
            ...page,
            items: [...moveTo(page.items, params.postId, body.position)],
          }),
        ),
        meta: { refused: ({ params }) => `“${params.postId}” went back` },
      }),
    }),
    { wrapper },
  ).result
}

const realFetch = globalThis.fetch
afterEach(() => {
  // What still arrives later must not render: the document is gone by then.
  cleanup()
  globalThis.fetch = realFetch
  for (const { id } of toast.shown()) toast.dismiss(id)
})

test('a move is shown before the server responds', async () => {
  const server = startServer(['a', 'b', 'c'])
  const view = renderPosts()
  await waitFor(() => expect(view.current.ids).toEqual(['a', 'b', 'c']))
  let answer = () => {}
  server.delay = new Promise((resolve) => {
    answer = resolve
  })
  act(() => view.current.move.mutate({ params: { postId: 'c' }, body: { position: { before: 'a' } } }))
  await waitFor(() => expect(view.current.ids).toEqual(['c', 'a', 'b']))
  expect(server.order).toEqual(['a', 'b', 'c'])
  answer()
  await waitFor(() => expect(server.order).toEqual(['c', 'a', 'b']))
  await waitFor(() => expect(server.requests.filter((one) => one.startsWith('GET'))).toHaveLength(2))
  expect(view.current.ids).toEqual(['c', 'a', 'b'])
})

test('a refused move is reverted, with the reason', async () => {
  const server = startServer(['a', 'b'])
  server.refuses = () => true
  const view = renderPosts()
  await waitFor(() => expect(view.current.ids).toEqual(['a', 'b']))
  act(() => view.current.move.mutate({ params: { postId: 'b' }, body: { position: { before: 'a' } } }))
  await waitFor(() => expect(toast.shown()).toHaveLength(1))
  expect(toast.shown()[0]).toMatchObject({
    kind: 'refused',
    text: '“b” went back',
    reason: 'Its list is gone.',
  })
  expect(view.current.ids).toEqual(['a', 'b'])
})

test('two quick moves are sent in order and refetched once', async () => {
  const server = startServer(['a', 'b', 'c'])
  const view = renderPosts()
  await waitFor(() => expect(view.current.ids).toEqual(['a', 'b', 'c']))
  act(() => {
    view.current.move.mutate({ params: { postId: 'c' }, body: { position: { before: 'a' } } })
    view.current.move.mutate({ params: { postId: 'b' }, body: { position: { before: 'a' } } })
  })
  await waitFor(() => expect(server.requests).toHaveLength(4))
  expect(server.requests.slice(1)).toEqual([
    'POST /v1/posts/c/move',
    'POST /v1/posts/b/move',
    'GET /v1/posts',
  ])
  expect(view.current.ids).toEqual(['c', 'b', 'a'])
})

test('a refused move leaves the one queued after it in place', async () => {
  const server = startServer(['a', 'b', 'c'])
  server.refuses = (id) => id === 'c'
  const view = renderPosts()
  await waitFor(() => expect(view.current.ids).toEqual(['a', 'b', 'c']))
  act(() => {
    view.current.move.mutate({ params: { postId: 'c' }, body: { position: { before: 'a' } } })
    view.current.move.mutate({ params: { postId: 'b' }, body: { position: { before: 'a' } } })
  })
  await waitFor(() => expect(server.order).toEqual(['b', 'a', 'c']))
  await waitFor(() => expect(view.current.ids).toEqual(['b', 'a', 'c']))
  expect(toast.shown().map(({ text }) => text)).toEqual(['“c” went back'])
})
