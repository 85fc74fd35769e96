// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { dropDraft, keepApart, keepDraft, keptDraft, onOtherTab } from './kept-drafts.ts'

const place = { userId: 'ada', at: { spaceId: 's' }, pageId: 'p' }
const seen = { title: 'Wiring', markdown: 'one', revision: 'r1' }
const draft = (markdown: string) => ({ title: 'Wiring', markdown })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('each tab keeps its own, and the other stays when one is forgotten', () => {
  keepDraft(place, draft('first tab'), seen)
  keepApart()
  expect(keptDraft(place)?.draft.markdown).toBe('first tab')
  const first = keptDraft(place)?.name
  keepDraft(place, draft('second tab'), seen)
  expect(Object.keys(localStorage)).toHaveLength(2)
  dropDraft(place)
  expect(keptDraft(place)).toMatchObject({ draft: draft('first tab'), seen, name: first })
  dropDraft(place, first)
  expect(keptDraft(place)).toBeUndefined()
})

test('what one person wrote is not offered to another, nor elsewhere', () => {
  keepDraft(place, draft('mine'), seen)
  expect(keptDraft({ ...place, userId: 'ben' })).toBeUndefined()
  expect(keptDraft({ ...place, at: { spaceId: 's', change: '4' } })).toBeUndefined()
  expect(keptDraft({ ...place, pageId: 'p2' })).toBeUndefined()
})

test('another tab is heard of, this one is not', () => {
  keepDraft(place, draft('mine'), seen)
  const own = Object.keys(localStorage)[0] ?? ''
  let heard = 0
  const stop = onOtherTab(place, () => heard++)
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  tell(own, '{}')
  tell(`${own}-other`, null)
  expect(heard).toBe(0)
  tell(`${own}-other`, '{}')
  expect(heard).toBe(1)
  stop()
  tell(`${own}-other`, '{}')
  expect(heard).toBe(1)
})
