// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { PresentUser } from '#contract/presence.ts'
import { editingLabel, othersPresent } from './present-people.tsx'

const at = (id: string, activity: PresentUser['activity'], more: Partial<PresentUser> = {}): PresentUser => ({
  user: { id, displayName: id },
  activity,
  since: '2026-11-21T00:00:00.000Z',
  ...more,
})

test('other people on a page are listed once each, editors first, without those in a change request', () => {
  const people = [
    at('Bo', 'reading', { page: 'p' }),
    at('Ada', 'reading', { page: 'p' }),
    at('Ada', 'editing', { page: 'p' }),
    at('Me', 'editing', { page: 'p' }),
    at('Cy', 'editing', { page: 'q' }),
    at('Di', 'editing', { page: 'p', changeRequest: 'c' }),
  ]
  expect(othersPresent(people, 'Me', { page: 'p' }).map(({ user, activity }) => [user.id, activity])).toEqual(
    [
      ['Ada', 'editing'],
      ['Bo', 'reading'],
    ],
  )
  expect(othersPresent(people, 'Me', { changeRequest: 'c' }).map(({ user }) => user.id)).toEqual(['Di'])
})

test('a sentence tells who is editing', () => {
  expect(editingLabel([at('Ada', 'reading')])).toBeUndefined()
  expect(editingLabel([at('Ada', 'editing')])).toBe('Ada is editing this page')
  expect(editingLabel([at('Ada', 'editing'), at('Bo', 'editing')])).toBe('Ada and Bo are editing this page')
  expect(editingLabel(['Ada', 'Bo', 'Cy'].map((id) => at(id, 'editing')))).toBe(
    'Ada and 2 others are editing this page',
  )
})
