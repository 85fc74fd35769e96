import { expect, test } from 'vitest'
import { createOperationRecorder } from './operation-times.ts'

const at = new Date('2026-11-22T10:00:00Z')
const request = (path: string, ms: number) => ({ method: 'GET', path, ms, at, requestId: `req_${ms}` })

test('percentiles are accurate to 10 %, and the slowest request is named', () => {
  const recorder = createOperationRecorder()
  for (let ms = 1; ms <= 100; ms++) recorder.record(request('/one', ms))
  const [times] = recorder.slowest(10)
  expect(times).toMatchObject({ count: 100, maxMs: 100, slowest: { requestId: 'req_100' } })
  expect(Math.abs((times?.p50Ms ?? 0) - 50)).toBeLessThanOrEqual(5.5)
  expect(Math.abs((times?.p95Ms ?? 0) - 95)).toBeLessThanOrEqual(9.5)
})

test('the slowest operations come first, and there are at most as many as asked for', () => {
  const recorder = createOperationRecorder()
  for (const [path, ms] of [
    ['/fast', 1],
    ['/slow', 900],
    ['/middle', 50],
  ] as const)
    recorder.record(request(path, ms))
  expect(recorder.slowest(2).map(({ path }) => path)).toEqual(['/slow', '/middle'])
})

test('durations beyond both ends are recorded, and operations have a limit', () => {
  const recorder = createOperationRecorder()
  recorder.record(request('/zero', 0))
  recorder.record(request('/hour', 3_600_000))
  expect(recorder.slowest(2).map(({ maxMs, p95Ms }) => [maxMs, p95Ms <= maxMs])).toEqual([
    [3_600_000, true],
    [0, true],
  ])
  for (let n = 0; n < 2000; n++) recorder.record(request(`/${n}`, 1))
  expect(recorder.slowest(5000)).toHaveLength(1000)
})
