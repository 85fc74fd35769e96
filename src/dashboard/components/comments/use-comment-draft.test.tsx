// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unsavedForms } from '../../data/unsaved-forms.ts'
import { useCommentDraft } from './use-comment-draft.ts'

const at = { organizationId: 'org', spaceId: 'space', change: '3' }

beforeEach(() => {
  sessionStorage.clear()
  unsavedForms.user = 'ada'
})
afterEach(cleanup)

const open = (subject: string, of: Parameters<typeof useCommentDraft>[0] = at) =>
  renderHook(({ isPosting }) => useCommentDraft(of, subject, isPosting), {
    initialProps: { isPosting: false },
  })

/** Opens the field, writes into it and leaves the view. */
function write(subject: string, text: string): void {
  const { result, unmount } = open(subject)
  act(() => result.current[1]({ text, named: new Map([['Eda', 'u1']]) }))
  unmount()
}

test('a comment and the people in it are there again after leaving the view, as often as needed', () => {
  write('page', 'Ask @Eda\n\nabout it')
  for (const field of [open('page'), open('page')]) {
    expect(field.result.current[0]).toEqual({ text: 'Ask @Eda\n\nabout it', named: new Map([['Eda', 'u1']]) })
    field.unmount()
  }
})

test('each subject and change request has its own, and another person sees none', () => {
  write('page', 'Mine')
  expect(open('thread').result.current[0].text).toBe('')
  expect(open('page', { organizationId: 'org', spaceId: 'space' }).result.current[0].text).toBe('')
  cleanup()
  unsavedForms.user = 'eda'
  expect(open('page').result.current[0].text).toBe('')
})

test('what is being posted does not come back, unless it is refused', () => {
  write('page', 'Sent')
  const field = open('page')
  field.rerender({ isPosting: true })
  field.unmount()
  expect(open('page').result.current[0].text).toBe('')

  write('page', 'Refused')
  const again = open('page')
  again.rerender({ isPosting: true })
  again.rerender({ isPosting: false })
  again.unmount()
  expect(open('page').result.current[0].text).toBe('Refused')
})

test('a deleted text is gone', () => {
  write('page', 'Wrong')
  write('page', '')
  expect(open('page').result.current[0].text).toBe('')
})

test('a comment on a block is still about this block', () => {
  const target = { page: 'page', node: 'n4', quote: 'torque', words: 'The torque of' }
  const { result, rerender, unmount } = renderHook(
    (block: typeof target | undefined) => useCommentDraft(at, 'page', false, block),
    {
      initialProps: undefined,
    },
  )
  expect(result.current[2]).toBeUndefined()
  rerender(target)
  act(() => result.current[1]({ text: 'Which one?', named: new Map() }))
  unmount()
  expect(open('page').result.current[2]).toEqual(target)
})
