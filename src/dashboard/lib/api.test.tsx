// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Input, type Output, resource } from '#contract/route.ts'
import { listOf } from '#contract/shared/paging.ts'
import { moveTo, positionOf } from '#contract/shared/position.ts'
import { optimistic, q, useApi } from './api.ts'
import { createQueryClient } from './query-client.ts'
import { toast } from './toasts.ts'

const book = z.object({ id: z.string() })
const books = resource('books', {
  list: {
    id: 'listBooks',
    method: 'GET',
    path: '/books',
    summary: 'List them.',
    permission: 'user',
    status: 200,
    response: listOf(book),
  },
  move: {
    id: 'moveBook',
    method: 'POST',
    path: '/books/:bookId/move',
    summary: 'Move one.',
    permission: 'user',
    params: z.object({ bookId: z.string() }),
    body: z.object({ position: positionOf(z.string()) }),
    status: 200,
    response: book,
  },
})

/** A service that keeps an order of books; what it answers to the next move can be held back or refused. */
function aService(order: string[]) {
  const asked: string[] = []
  const service = { order, asked, refuses: false, until: Promise.resolve() }
  globalThis.fetch = async (address, init) => {
    const path = String(address)
    asked.push(`${init?.method} ${path}`)
    if (init?.method === 'GET') {
      return Response.json({ count: service.order.length, items: service.order.map((id) => ({ id })) })
    }
    await service.until
    if (service.refuses) {
      return Response.json(
        { error: { code: 400, message: 'Its shelf is gone.', type: 'invalid_position' } },
        { status: 400 },
      )
    }
    const id = path.split('/')[3] ?? ''
    const { position } = JSON.parse(String(init?.body))
    service.order = moveTo(
      service.order.map((one) => ({ id: one })),
      id,
      position,
    ).map((one) => one.id)
    return Response.json({ id })
  }
  return service
}

const list = q(books.list, {})

function aShelf() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(
    () => ({
      ids: useQuery(list).data?.items.map(({ id }) => id),
      move: useApi(books.move, {
        ...optimistic<Output<typeof books.list>, Input<typeof books.move>>(
          list,
          (page, { params, body }) => ({
            ...page,
            items: [...moveTo(page.items, params.bookId, body.position)],
          }),
        ),
        meta: { refused: ({ params }) => `“${params.bookId}” went back` },
      }),
    }),
    { wrapper },
  ).result
}

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  for (const { id } of toast.shown()) toast.dismiss(id)
})

test('a move is on screen before the service has answered', async () => {
  const service = aService(['a', 'b', 'c'])
  const shelf = aShelf()
  await waitFor(() => expect(shelf.current.ids).toEqual(['a', 'b', 'c']))
  let answer = () => {}
  service.until = new Promise((resolve) => {
    answer = resolve
  })
  act(() => shelf.current.move.mutate({ params: { bookId: 'c' }, body: { position: { before: 'a' } } }))
  await waitFor(() => expect(shelf.current.ids).toEqual(['c', 'a', 'b']))
  expect(service.order).toEqual(['a', 'b', 'c'])
  answer()
  await waitFor(() => expect(service.order).toEqual(['c', 'a', 'b']))
  await waitFor(() => expect(service.asked.filter((one) => one.startsWith('GET'))).toHaveLength(2))
  expect(shelf.current.ids).toEqual(['c', 'a', 'b'])
})

test('a refused move goes back and says why', async () => {
  const service = aService(['a', 'b'])
  service.refuses = true
  const shelf = aShelf()
  await waitFor(() => expect(shelf.current.ids).toEqual(['a', 'b']))
  act(() => shelf.current.move.mutate({ params: { bookId: 'b' }, body: { position: { before: 'a' } } }))
  await waitFor(() => expect(toast.shown()).toHaveLength(1))
  expect(toast.shown()[0]).toMatchObject({
    kind: 'refused',
    text: '“b” went back',
    reason: 'Its shelf is gone.',
  })
  expect(shelf.current.ids).toEqual(['a', 'b'])
})

test('two quick moves are sent in order and read again once', async () => {
  const service = aService(['a', 'b', 'c'])
  const shelf = aShelf()
  await waitFor(() => expect(shelf.current.ids).toEqual(['a', 'b', 'c']))
  act(() => {
    shelf.current.move.mutate({ params: { bookId: 'c' }, body: { position: { before: 'a' } } })
    shelf.current.move.mutate({ params: { bookId: 'b' }, body: { position: { before: 'a' } } })
  })
  await waitFor(() => expect(service.asked).toHaveLength(4))
  expect(service.asked.slice(1)).toEqual(['POST /v1/books/c/move', 'POST /v1/books/b/move', 'GET /v1/books'])
  expect(shelf.current.ids).toEqual(['c', 'b', 'a'])
})
