import { expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import { isLastAdmin, roleChoices, whyStays } from './standing.ts'

const member = (id: string, role: Member['role'], disabled = false): Member => ({
  object: 'member',
  id,
  role,
  user: { object: 'user', id, displayName: id, urls: { location: 'http://x.example' } },
  disabled,
  joinedAt: '2026-11-21T10:00:00.000Z',
  sso: false,
  spaces: 0,
  teams: 0,
  version: 1,
})
const [ada, ben, cleo] = [member('ada', 'admin'), member('ben', 'admin'), member('cleo', 'edit')]

test('the only admin is the last one', () => {
  expect(isLastAdmin(ada, { items: [ada], count: 1 })).toBe(true)
  expect(isLastAdmin(cleo, { items: [ada], count: 1 })).toBe(false)
})

test('a suspended admin does not count', () => {
  const gone = { ...ben, disabled: true }
  expect(isLastAdmin(ada, { items: [ada, gone], count: 2 })).toBe(true)
  expect(isLastAdmin(gone, { items: [ada, gone], count: 2 })).toBe(false)
})

test('with others, or with others who were not read, nobody is the last', () => {
  expect(isLastAdmin(ada, { items: [ada, ben], count: 2 })).toBe(false)
  expect(isLastAdmin(ada, { items: [ada, { ...ben, disabled: true }], count: 3 })).toBe(false)
  expect(isLastAdmin(ada, undefined)).toBe(false)
})

test('the last admin is offered admin alone', () => {
  const open = (isLast: boolean) =>
    roleChoices(isLast)
      .filter(({ refusal }) => refusal === undefined)
      .map(({ value }) => value)
  expect(open(true)).toEqual(['admin'])
  expect(open(false)).toEqual(['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'])
})

test('nobody removes themselves, and nobody the last admin', () => {
  expect(whyStays(ada, 'ada', false)).toContain('Another admin')
  expect(whyStays(ada, 'ben', true)).toContain('Nobody else is admin')
  expect(whyStays(cleo, 'ada', false)).toBeUndefined()
})
