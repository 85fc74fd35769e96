import { expect, test } from 'vitest'
import type { System } from '#contract/system.ts'
import { firstLine, formatMs, jobLabel, problemsOf } from './labels.ts'

const at = '2026-11-22T10:00:00.000Z'
const instance = { id: 'a', host: 'one', version: '0.1.0', startedAt: at, seenAt: at, current: true }
const healthy: System = {
  object: 'system',
  versions: { lectern: '0.1.0', build: at, node: '24.0.0', postgresql: '18', schema: '0143-system' },
  startedAt: at,
  instances: [instance],
  storage: {
    databaseBytes: 1,
    files: 0,
    fileBytes: 0,
    disk: { freeBytes: 50_000_000_000, totalBytes: 100_000_000_000 },
  },
  jobs: { waiting: 1, running: 0, retrying: 0, failed: 0, oldestDueAt: at },
  email: { delivery: 'smtp', undelivered: 0 },
}
const problems = (change: Partial<System>, now = new Date(at)) =>
  problemsOf({ ...healthy, ...change }, now).map(({ text }) => text)

test('a healthy system has no problems', () => {
  expect(problems({})).toEqual([])
})

test('every kind of problem is named, the most urgent first', () => {
  const disk = { freeBytes: 1_000_000_000, totalBytes: 10_000_000_000 }
  expect(
    problems(
      {
        storage: { ...healthy.storage, disk },
        jobs: { ...healthy.jobs, failed: 1 },
        email: { delivery: 'smtp', undelivered: 2 },
        instances: [instance, { ...instance, id: 'b', version: '0.2.0' }],
      },
      new Date('2026-11-22T10:12:30.000Z'),
    ),
  ).toEqual([
    'The disk of the data folder is almost full',
    '1 background job failed',
    '2 emails not delivered',
    'Background jobs are 12 minutes behind',
    'Instances run different versions',
  ])
})

test('labels are short', () => {
  expect([
    jobLabel('run-import'),
    jobLabel('send-mail'),
    firstLine('Error: no\n  at one'),
    formatMs(2.34),
    formatMs(812.4),
    formatMs(1240),
  ]).toEqual(['Run import', 'Send email', 'Error: no', '2.3 ms', '812 ms', '1.2 s'])
})
