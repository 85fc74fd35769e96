import { expect, test } from 'vitest'
import type { PresentUser } from '#contract/presence.ts'
import { editingWords, othersAt } from './presence-words.ts'

const at = (id: string, doing: PresentUser['doing'], more: Partial<PresentUser> = {}): PresentUser => ({
  user: { id, displayName: id },
  doing,
  since: '2026-11-21T00:00:00.000Z',
  ...more,
})

test('the others at a page are told once each, who writes first, and nobody of a change request', () => {
  const people = [
    at('Bo', 'reading', { page: 'p' }),
    at('Ada', 'reading', { page: 'p' }),
    at('Ada', 'editing', { page: 'p' }),
    at('Me', 'editing', { page: 'p' }),
    at('Cy', 'editing', { page: 'q' }),
    at('Di', 'editing', { page: 'p', changeRequest: 'c' }),
  ]
  expect(othersAt(people, 'Me', { page: 'p' }).map(({ user, doing }) => [user.id, doing])).toEqual([
    ['Ada', 'editing'],
    ['Bo', 'reading'],
  ])
  expect(othersAt(people, 'Me', { changeRequest: 'c' }).map(({ user }) => user.id)).toEqual(['Di'])
})

test('who is editing is said in a sentence', () => {
  expect(editingWords([at('Ada', 'reading')])).toBeUndefined()
  expect(editingWords([at('Ada', 'editing')])).toBe('Ada is editing this page')
  expect(editingWords([at('Ada', 'editing'), at('Bo', 'editing')])).toBe('Ada and Bo are editing this page')
  expect(editingWords(['Ada', 'Bo', 'Cy'].map((id) => at(id, 'editing')))).toBe(
    'Ada and 2 others are editing this page',
  )
})
