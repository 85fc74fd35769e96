import { expect, test } from 'vitest'
import { cpuSeconds } from '#testing/cpu-seconds.ts'
import { matchesPath } from './path-patterns.ts'

test.each([
  ['/**', 'guides/start', true],
  ['/**', '', true],
  ['/guides/**', 'guides', true],
  ['/guides/**', 'guides/start/first', true],
  ['/guides/**', 'guidelines', false],
  ['/guides/*', 'guides/start', true],
  ['/guides/*', 'guides/start/first', false],
  ['/guides', 'guides/start', false],
  ['/Guides/', 'guides', true],
  ['/*/api-*', 'v2/api-users', true],
  ['/**/changelog', 'a/b/changelog', true],
  ['/**/changelog', 'changelog', true],
  ['/**/a/**/b', 'a/x/a/y/b', true],
  ['/**/a/**/b', 'x/b/a', false],
])('%s and %s: %s', (pattern, path, isMatch) => {
  expect(matchesPath(pattern, path)).toBe(isMatch)
})

test('many wildcards take no longer than the product of both lengths', () => {
  const seconds = cpuSeconds(() => expect(matchesPath(`/${'a*'.repeat(120)}b`, 'a'.repeat(2000))).toBe(false))
  expect(seconds).toBeLessThan(1)
})
