// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { findStoredDraft, onDraftInOtherTab, removeDraft, startNewDraft, storeDraft } from './use-draft.ts'

const key = { userId: 'ada', at: { spaceId: 's' }, pageId: 'p' }
const base = { title: 'Wiring', markdown: 'one', revision: 'r1' }
const draft = (markdown: string) => ({ title: 'Wiring', markdown })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
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
