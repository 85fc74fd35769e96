// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  findStoredDraft,
  onDraftInOtherTab,
  removeDraft,
  startNewDraft,
  storeDraft,
  useDraft,
  useStoredDraft,
} from './use-draft.ts'

const key = { userId: 'ada', at: { spaceId: 's' }, pageId: 'p' }
const base = { title: 'Wiring', markdown: 'one', revision: 'r1' }
const draft = (markdown: string) => ({ title: 'Wiring', markdown })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(cleanup)

test('a draft that is saved is no longer stored, although the tab closes before the next version is read', () => {
  const { result } = renderHook(() => useDraft(key, { base }))
  act(() => result.current.write({ markdown: 'one two' }))
  act(() => result.current.storeNow())
  expect(findStoredDraft(key)?.draft.markdown).toBe('one two')
  act(() => result.current.rebase({ ...base, markdown: 'one two', revision: 'r2' }))
  expect(findStoredDraft(key)).toBeUndefined()
})

test('a draft of this tab is continued unless the same lines were saved since then', () => {
  storeDraft(key, draft('one two'), base)
  const opened = (markdown: string) =>
    renderHook(() => useStoredDraft({ base: { ...base, markdown } }, key, { resumes: true })).result.current
  expect(opened('one').resumed?.draft.markdown).toBe('one two')
  const { resumed, draft: offered } = opened('one two three')
  expect(resumed).toBeUndefined()
  expect(offered?.draft.markdown).toBe('one two')
})

test('each tab stores its own draft, and removing one leaves the other', () => {
  storeDraft(key, draft('first tab'), base)
  startNewDraft()
  expect(findStoredDraft(key)?.draft.markdown).toBe('first tab')
  const first = findStoredDraft(key)?.name
  storeDraft(key, draft('second tab'), base)
  expect(Object.keys(localStorage)).toHaveLength(2)
  removeDraft(key)
  expect(findStoredDraft(key)).toMatchObject({ draft: draft('first tab'), base, name: first })
  removeDraft(key, first)
  expect(findStoredDraft(key)).toBeUndefined()
})

test('a draft belongs to one user, one page and one change request', () => {
  storeDraft(key, draft('mine'), base)
  expect(findStoredDraft({ ...key, userId: 'ben' })).toBeUndefined()
  expect(findStoredDraft({ ...key, at: { spaceId: 's', change: '4' } })).toBeUndefined()
  expect(findStoredDraft({ ...key, pageId: 'p2' })).toBeUndefined()
})

test('only drafts of other tabs are reported', () => {
  storeDraft(key, draft('mine'), base)
  const own = Object.keys(localStorage)[0] ?? ''
  let calls = 0
  const stop = onDraftInOtherTab(key, () => calls++)
  const dispatch = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  dispatch(own, '{}')
  dispatch(`${own}-other`, null)
  expect(calls).toBe(0)
  dispatch(`${own}-other`, '{}')
  expect(calls).toBe(1)
  stop()
  dispatch(`${own}-other`, '{}')
  expect(calls).toBe(1)
})
