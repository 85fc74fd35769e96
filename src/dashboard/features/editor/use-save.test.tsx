// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Draft, PageVersion } from './queries.ts'
import { useSave } from './use-save.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const base: PageVersion = { title: 'Wiring', markdown: 'one', revision: 'r1' }
const typed: Draft = { title: 'Wiring', markdown: 'one, typed' }

function useSaveOfDraft() {
  const latest = { current: typed }
  const draftState = {
    latest,
    base,
    draft: typed,
    isDirty: true,
    write() {},
    rebase() {},
    discard() {},
    storeNow() {},
  }
  return useSave({ at: { spaceId: 's' }, document: { kind: 'page', id: 'p' }, draftState, show() {} })
}

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
  const { result } = renderHook(useSaveOfDraft, { wrapper })
  await act(() => result.current.save())
  expect(result.current.error).not.toBeNull()
  expect(result.current.savedAt).toBeNull()
  answers.push(async () => Response.json({ revision: 'r2', previous: 'r1', changes: [] }))
  await act(() => result.current.save())
  expect(result.current.error).toBeNull()
  expect(result.current.savedAt).not.toBeNull()
})
