import { expect, test } from 'vitest'
import { aSpace } from './parts-for-tests.ts'
import { versionToMatch } from './version-to-match.ts'

const seen = aSpace('v3', { version: 4 })

test('what was only moved meanwhile is saved over', () => {
  expect(versionToMatch(seen, { ...seen, section: 'elsewhere', version: 5 }, ['path'])).toBe(5)
})

test('what was changed where the form shows it is refused', () => {
  expect(versionToMatch(seen, { ...seen, path: 'api', version: 5 }, ['path'])).toBe(4)
})
