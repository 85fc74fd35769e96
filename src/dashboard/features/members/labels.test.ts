import { expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import {
  blockedReasonOf,
  browsersLabel,
  isLastAdmin,
  offboardResultLabels,
  roleChoices,
  tokensLabel,
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
  const suspendedBen = { ...ben, disabled: true }
  expect(isLastAdmin(ada, { items: [ada, suspendedBen], count: 2 })).toBe(true)
  expect(isLastAdmin(suspendedBen, { items: [ada, suspendedBen], count: 2 })).toBe(false)
})

test('with other admins, loaded or not, no one is the last', () => {
  expect(isLastAdmin(ada, { items: [ada, ben], count: 2 })).toBe(false)
  expect(isLastAdmin(ada, { items: [ada, { ...ben, disabled: true }], count: 3 })).toBe(false)
  expect(isLastAdmin(ada, undefined)).toBe(false)
})

test('the last admin can only stay admin', () => {
  const allowedRoles = (isLast: boolean) =>
    roleChoices(isLast)
      .filter(({ refusal }) => refusal === undefined)
      .map(({ value }) => value)
  expect(allowedRoles(true)).toEqual(['admin'])
  expect(allowedRoles(false)).toEqual(['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'])
})

test('no one can remove themselves or the last admin', () => {
  expect(blockedReasonOf(ada, 'ada', false)).toContain('Another admin')
  expect(blockedReasonOf(ada, 'ben', true)).toContain('no other admin')
  expect(blockedReasonOf(cleo, 'ada', false)).toBeUndefined()
})

const noAccess = {
  object: 'member-access' as const,
  grants: [],
  teams: [],
  sessions: 0,
  tokens: 0,
  organizations: 1,
  lastAdmin: false,
}

test('browsers are signed out with the last organization and hidden if there are others', () => {
  expect(browsersLabel(noAccess)).toBe('None')
  expect(browsersLabel({ ...noAccess, sessions: 2 })).toBe('2 browsers to be signed out')
  expect(browsersLabel({ ...noAccess, organizations: 2 })).toContain('They stay signed in')
})

test('tokens are revoked with the last organization and remain if there are others', () => {
  expect(tokensLabel(noAccess)).toBe('None')
  expect(tokensLabel({ ...noAccess, tokens: 2 })).toBe('2 tokens to be revoked')
  expect(tokensLabel({ ...noAccess, tokens: 1, organizations: 3 })).toBe(
    '1 token that stays valid because they also belong to 2 other organizations',
  )
})

test('the result lists what was done and leaves out the rest', () => {
  const outcome = { grants: 3, teams: 1, sessions: 2, tokens: 0 }
  expect(offboardResultLabels(outcome, 'Ruth Oyelaran')).toEqual([
    '3 roles on spaces and collections were transferred to Ruth Oyelaran.',
    '1 team membership was transferred to Ruth Oyelaran.',
    '2 browsers were signed out.',
  ])
  expect(offboardResultLabels({ grants: 1, teams: 0, sessions: 0, tokens: 1 }, undefined)).toEqual([
    '1 role on spaces and collections was revoked.',
    '1 API token was revoked.',
  ])
})
