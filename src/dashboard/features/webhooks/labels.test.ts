import { expect, test } from 'vitest'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { attemptResult, canResend, eventLabel, webhookState } from './labels.ts'

test('every event type has a label of its own', () => {
  const names = [...webhookEventTypes, 'webhook.test' as const].map(eventLabel)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name.includes('.'))).toEqual([])
})

test('a webhook that was disabled by failures is not just disabled', () => {
  expect(webhookState({ enabled: true }).label).toBe('Enabled')
  expect(webhookState({ enabled: true, failingSince: '2026-11-22T10:00:00.000Z' }).label).toBe('Failing')
  expect(webhookState({ enabled: false }).label).toBe('Disabled')
  expect(webhookState({ enabled: false, disabledReason: 'gone' }).tone).toBe('danger')
})

test('a delivery can be resent unless it is being sent', () => {
  const now = new Date('2026-11-22T10:00:00.000Z')
  const waitsUntil = (nextAttemptAt: string) => canResend({ status: 'pending', nextAttemptAt }, now)
  expect(canResend({ status: 'succeeded' }, now)).toBe(true)
  expect(canResend({ status: 'failed' }, now)).toBe(true)
  expect(waitsUntil('2026-11-22T10:20:00.000Z')).toBe(true)
  expect(waitsUntil('2026-11-22T10:00:00.000Z')).toBe(false)
})

test('an attempt is described by its status and duration, or by its error', () => {
  const at = '2026-11-22T10:00:00.000Z'
  expect(attemptResult({ at, responseStatus: 204, durationMs: 31 })).toBe('204 in 31 ms')
  expect(
    attemptResult({ at, responseStatus: 500, durationMs: 1540, error: 'The server responded with 500' }),
  ).toBe('500 in 1.5 s')
  expect(attemptResult({ at, durationMs: 3, error: 'The connection was refused' })).toBe(
    'The connection was refused',
  )
})
