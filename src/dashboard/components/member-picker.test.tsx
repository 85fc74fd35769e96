// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemberPicker, type PickedMember } from './member-picker.tsx'

type Answer = (names: readonly string[]) => void

/** Searches that wait for an answer, by what is searched for. */
const searches = new Map<string, Answer>()
let submitted: string[] = []

const memberNamed = (displayName: string) => ({
  object: 'member',
  id: displayName.toLowerCase(),
  user: { object: 'user', id: displayName.toLowerCase(), displayName },
})

function MembersForm() {
  const [selected, setSelected] = useState<readonly PickedMember[]>([])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted.push(selected.map(({ name }) => name).join())
      }}
    >
      <MemberPicker organizationId="o" label="Members" many selected={selected} onChange={setSelected} />
      <button type="submit">Add</button>
    </form>
  )
}

const field = () => screen.getByRole('combobox')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const pressEnter = () => fireEvent.keyDown(field(), { key: 'Enter' })
const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label'))

async function answer(search: string, names: readonly string[]) {
  await pass(200)
  const send = searches.get(search)
  if (send === undefined) throw new Error(`Nothing searched for “${search}”`)
  send(names)
  await pass(50)
}

beforeEach(async () => {
  vi.useFakeTimers()
  submitted = []
  searches.clear()
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    return new Promise<Response>((resolve) => {
      searches.set(url.searchParams.get('search') ?? '', (names) =>
        resolve(Response.json({ items: names.map(memberNamed), count: names.length })),
      )
    })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MembersForm />
    </QueryClientProvider>,
  )
  await answer('', ['Ada', 'Grace'])
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('Enter while a member is searched picks the first one that is found', async () => {
  type('bar')
  expect(pressEnter()).toBe(false)
  expect(chips()).toEqual([])
  await answer('bar', ['Barbara', 'Bartholomew'])
  expect(chips()).toEqual(['Remove Barbara'])
  await pass(500)
  expect(chips()).toHaveLength(1)
})

test('Enter picks a shown member that matches without waiting', async () => {
  type('gra')
  pressEnter()
  expect(chips()).toEqual(['Remove Grace'])
})

test('typing on takes back an Enter that waits', async () => {
  type('bar')
  pressEnter()
  type('bart')
  await answer('bart', ['Bartholomew'])
  expect(chips()).toEqual([])
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('Enter picks no one if no one is found', async () => {
  type('bar')
  pressEnter()
  await answer('bar', [])
  expect(chips()).toEqual([])
  expect(submitted).toEqual([])
})

test('a form that is submitted while a pick is due waits for it', async () => {
  type('bar')
  pressEnter()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(submitted).toEqual([])
  await answer('bar', ['Barbara'])
  expect(submitted).toEqual(['Barbara'])
})

test('a form is not submitted without what was to be picked', async () => {
  type('bar')
  pressEnter()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await answer('bar', [])
  expect(submitted).toEqual([])
})
