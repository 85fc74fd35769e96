import { expect, test } from 'vitest'
import { targetOf } from './link-targets.ts'

const paths = new Set(['README.md', 'guide/set-up.md', 'assets/logo #1.png', 'assets/what?.png'])

test.each([
  ['set-up.md#step-one', 'guide/set-up.md', '#step-one'],
  ['../guide/set-up?v=1#step', 'guide/set-up.md', '?v=1#step'],
  ['../assets/logo #1.png', 'assets/logo #1.png', ''],
  ['../assets/logo%20%231.png', 'assets/logo #1.png', ''],
  ['../assets/what?.png', 'assets/what?.png', ''],
  ['..#top', 'README.md', '#top'],
])('%s is a link to %s', (url, path, fragment) => {
  expect(targetOf(url, 'guide/other.md', paths)).toEqual({ path, fragment })
})

test.each(['gone.md', 'gone.md#a', '../../../README.md', '../assets/logo'])('%s has no target', (url) => {
  expect(targetOf(url, 'guide/other.md', paths)).toBeNull()
})
