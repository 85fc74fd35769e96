import { expect, test } from 'vitest'
import type { AuditAction, AuditEvent } from '#contract/audit-events.ts'
import { rowsOf } from './rows.ts'

const event = (id: string, action: AuditAction, site = 'docs', actor = 'ada'): AuditEvent => ({
  object: 'audit-event',
  id,
  occurredAt: '2026-11-21T10:00:00.000Z',
  action,
  actor: { type: 'user', id: actor },
  source: 'ui',
  target: { type: 'site', id: site },
  urls: { location: '' },
})

test('steps of one plan by one person are one row, which is the latest of them', () => {
  const events = [
    event('6', 'site.plan-publish'),
    event('5', 'site.plan-change'),
    event('4', 'site.plan-change'),
    event('3', 'site.plan-change', 'docs', 'ben'),
    event('2', 'site.plan-change', 'blog', 'ben'),
    event('1', 'site.update'),
    event('0', 'site.update'),
  ]
  expect(rowsOf(events).map(({ id, steps }) => [id, steps])).toEqual([
    ['6', 1],
    ['5', 2],
    ['3', 1],
    ['2', 1],
    ['1', 1],
    ['0', 1],
  ])
})
