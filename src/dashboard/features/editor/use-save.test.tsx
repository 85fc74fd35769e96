// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type ReactNode, useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Draft, PageVersion } from './queries.ts'
import { useSave } from './use-save.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const base: PageVersion = { title: 'Wiring', markdown: 'one', revision: 'r1' }
const typed: Draft = { title: 'Wiring', markdown: 'one, typed' }

/** A draft that is edited and saved like in the editor. */
function useSaveOfDraft(editingSession?: string) {
  const [seen, setSeen] = useState(base)
  const latest = useRef(typed)
  const latestBase = useRef(base)
  const shown = useRef<Draft[]>([])
  const draftState = {
    latest,
    latestBase,
    base: seen,
    draft: typed,
    isDirty: true,
    write() {},
    rebase(next: PageVersion) {
      latestBase.current = next
      setSeen(next)
    },
    discard() {},
    storeNow() {},
  }
  const show = (next: Draft) => {
    latest.current = next
    shown.current.push(next)
  }
  const save = useSave({
    at: { spaceId: 's' },
    document: { kind: 'page', id: 'p' },
    draftState,
    show,
    editingSession,
  })
  return { ...save, base: seen, latest, shown }
}

type Call = { method: string; path: string; body: { base?: string; changes?: unknown[] } }

/** A service that answers the calls in this order. */
function aService(...answers: ((call: Call) => Response | Promise<Response>)[]) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}' }: RequestInit = {}) => {
    const call = { method, path, body: JSON.parse(String(body)) }
    calls.push(call)
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer(call)
  })
  return calls
}

const page = (markdown: string) => () =>
  Response.json({ object: 'page', type: 'document', title: 'Wiring', markdown, updatedAt: 't2' })
const saved = () => Response.json({ revision: 'r2', previous: 'r1', changes: [] })
const conflict = () =>
  Response.json({ error: { code: 409, type: 'conflict', message: 'Changed' } }, { status: 409 })
const space = () => Response.json({ revision: 'r3' })

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

test('a save that fails after a conflict is reported and can be repeated', async () => {
  const answers: (() => Promise<Response>)[] = [
    async () =>
      Response.json({ error: { code: 409, type: 'conflict', message: 'Changed' } }, { status: 409 }),
  ]
  const offline = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', () => (answers.shift() ?? offline)())
  const { result } = renderHook(() => useSaveOfDraft(), { wrapper })
  await act(() => result.current.save())
  expect(result.current.error).not.toBeNull()
  expect(result.current.savedAt).toBeNull()
  answers.push(async () => Response.json({ revision: 'r2', previous: 'r1', changes: [] }))
  await act(() => result.current.save())
  expect(result.current.error).toBeNull()
  expect(result.current.savedAt).not.toBeNull()
})

test('a save leaves the text of the editor alone, and bases it on what was saved', async () => {
  aService(saved, page('one, typed'))
  const { result } = renderHook(() => useSaveOfDraft('1-2-3-4'), { wrapper })
  await act(() => result.current.saveQuietly())
  expect(result.current.shown.current).toEqual([])
  expect(result.current.base).toMatchObject({ revision: 'r2', markdown: 'one, typed', updatedAt: 't2' })
})

test('what was typed during a save is kept, also where the service stores the text differently', async () => {
  aService((call) => {
    result.current.latest.current = { ...typed, markdown: 'one, typed more' }
    expect(call.body).toMatchObject({ base: 'r1', editingSession: '1-2-3-4', endsSession: false })
    return saved()
  }, page('one, Typed'))
  const { result } = renderHook(() => useSaveOfDraft('1-2-3-4'), { wrapper })
  await act(() => result.current.saveQuietly())
  expect(result.current.shown.current).toEqual([])
  expect(result.current.latest.current.markdown).toBe('one, typed more')
  expect(result.current.base).toMatchObject({ revision: 'r2', markdown: 'one, typed' })
})

test('a save of what was saved automatically completes its revision, once', async () => {
  const calls = aService(saved, page('one, typed'), saved)
  const { result } = renderHook(() => useSaveOfDraft('1-2-3-4'), { wrapper })
  await act(() => result.current.saveQuietly())
  await act(async () => {
    expect(await result.current.save()).toBe(true)
    expect(await result.current.save()).toBe(true)
  })
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts).toHaveLength(2)
  expect(posts[1]?.body).toMatchObject({ base: 'r2', changes: [{ title: 'Wiring' }], endsSession: true })
})

test('two saves at the same time are sent one after the other, and the second only if there is more', async () => {
  const calls = aService(saved, page('one, typed'))
  const { result } = renderHook(() => useSaveOfDraft(), { wrapper })
  await act(async () => {
    expect(await Promise.all([result.current.save(), result.current.saveQuietly()])).toEqual([true, true])
  })
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('an automatic save does not ask about conflicts, and the next save of the person does', async () => {
  const theirs = [conflict, space, page('one, theirs'), space]
  aService(...theirs, ...theirs)
  const { result } = renderHook(() => useSaveOfDraft('1-2-3-4'), { wrapper })
  await act(() => result.current.saveQuietly())
  expect([result.current.problem, result.current.hasUnresolved]).toEqual([null, true])
  expect(result.current.latest.current).toEqual(typed)
  await act(() => result.current.save())
  expect(result.current.problem).toMatchObject({ kind: 'conflicts' })
})

test('a save whose response was lost does not conflict with what is typed afterwards', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const calls = aService(lost, conflict, space, page('one, typed'), space, saved, page('one, typed more'))
  const { result } = renderHook(() => useSaveOfDraft('1-2-3-4'), { wrapper })
  await act(() => result.current.saveQuietly())
  result.current.latest.current = { ...typed, markdown: 'one, typed more' }
  await act(() => result.current.saveQuietly())
  expect([result.current.hasUnresolved, result.current.error]).toEqual([false, null])
  const last = calls.filter(({ method }) => method === 'POST').at(-1)
  expect(last?.body).toMatchObject({ base: 'r3', changes: [{ document: { markdown: 'one, typed more' } }] })
})
