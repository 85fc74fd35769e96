import { expect, test } from 'vitest'
import { changeLabel, conversationLabel } from './labels.ts'

const by = {
  object: 'user',
  id: 'u',
  displayName: 'Priya',
  urls: { location: 'https://example.org/u' },
} as const
const at = '2026-11-21T08:00:00.000Z'
const base = { comment: 'c', excerpt: 'Why?', by, at, space: { id: 's', title: 'Guide' } } as const

test('a conversation is named after its page, its change request or its space', () => {
  const page = { id: 'p', title: 'Torque' }
  const changeRequest = { number: 4, subject: '' }
  expect(conversationLabel({ ...base, reason: 'mention', page })).toBe('Priya mentioned you in Torque')
  expect(conversationLabel({ ...base, reason: 'reply' })).toBe('Priya replied in Guide')
  expect(conversationLabel({ ...base, reason: 'comment', page, changeRequest })).toBe(
    'Priya commented on change request #4',
  )
})

test('changes name the latest editor, if it was a person', () => {
  expect(changeLabel({ space: base.space, at, by, edits: 3 })).toBe('Priya, 3 edits')
  expect(changeLabel({ space: base.space, at, edits: 1 })).toBe('1 edit')
})
