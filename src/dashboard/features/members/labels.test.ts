import { expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import {
  browsersInWords,
  isLastAdmin,
  outcomeInWords,
  roleChoices,
  tokensInWords,
  whyStays,
} from './labels.ts'

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

const nothing = {
  object: 'member-holdings' as const,
  grants: [],
  teams: [],
  sessions: 0,
  tokens: 0,
  organizations: 1,
  lastAdmin: false,
}

test('browsers are signed out with the last organization and are not told beside another one', () => {
  expect(browsersInWords(nothing)).toBe('No browser')
  expect(browsersInWords({ ...nothing, sessions: 2 })).toBe('2 browsers to be signed out')
  expect(browsersInWords({ ...nothing, organizations: 2 })).toContain('They stay signed in')
})

test('tokens go with the last organization and stay with another one', () => {
  expect(tokensInWords(nothing)).toBe('None')
  expect(tokensInWords({ ...nothing, tokens: 2 })).toBe('2 tokens to be revoked')
  expect(tokensInWords({ ...nothing, tokens: 1, organizations: 3 })).toBe(
    '1 token; they stay, since the account is in 2 other organizations too',
  )
})

test('what was done is said, and what was nothing is not', () => {
  const outcome = { grants: 3, teams: 1, sessions: 2, tokens: 0 }
  expect(outcomeInWords(outcome, 'Ruth Oyelaran')).toEqual([
    '3 roles on spaces and collections were handed over to Ruth Oyelaran.',
    '1 place in teams was handed over to Ruth Oyelaran.',
    '2 browsers were signed out.',
  ])
  expect(outcomeInWords({ grants: 1, teams: 0, sessions: 0, tokens: 1 }, undefined)).toEqual([
    '1 role on spaces and collections was revoked.',
    '1 API token was revoked.',
  ])
})
