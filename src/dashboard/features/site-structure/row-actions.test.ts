import { expect, test } from 'vitest'
import { versionToMatch } from './row-actions.ts'
import { aSpace } from './sample-structure.ts'

const opened = aSpace('v3', { version: 4 })

test('a concurrent move is no conflict', () => {
  expect(versionToMatch(opened, { ...opened, section: 'elsewhere', version: 5 }, ['path'])).toBe(5)
})

test('a change to a field of the form is a conflict', () => {
  expect(versionToMatch(opened, { ...opened, path: 'api', version: 5 }, ['path'])).toBe(4)
})
