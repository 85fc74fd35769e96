import { expect, test } from 'vitest'
import { type ConfirmationState, confirmationMethods, confirmedUntil } from './rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const state = (overrides: Partial<ConfirmationState> = {}): ConfirmationState => ({
  hasPassword: true,
  hasPasskey: false,
  hasApp: false,
  recoveryCodes: 0,
  secondFactor: false,
  signedInAt: minutesAgo(60),
  confirmedAt: null,
  ...overrides,
})

test('a sign-in and a confirmation count for 10 minutes', () => {
  expect(confirmedUntil(state(), now)).toBeNull()
  expect(confirmedUntil(state({ signedInAt: minutesAgo(4) }), now)).toEqual(minutesAgo(-6))
  expect(confirmedUntil(state({ confirmedAt: minutesAgo(9) }), now)).toEqual(minutesAgo(-1))
  expect(confirmedUntil(state({ confirmedAt: minutesAgo(10) }), now)).toBeNull()
})

test('a sign-in that skipped the second factor confirms nothing, and neither does its password', () => {
  const skipped = state({ hasApp: true, recoveryCodes: 3, signedInAt: minutesAgo(1) })
  expect(confirmedUntil(skipped, now)).toBeNull()
  expect(confirmationMethods(skipped)).toEqual(['code', 'recovery-code'])
  expect(confirmationMethods({ ...skipped, secondFactor: true })).toEqual([
    'password',
    'code',
    'recovery-code',
  ])
})

test('without a password and a second factor only a new sign-in confirms', () => {
  expect(confirmationMethods(state({ hasPassword: false }))).toEqual([])
  expect(confirmationMethods(state({ hasPassword: false, hasPasskey: true }))).toEqual(['passkey'])
})
