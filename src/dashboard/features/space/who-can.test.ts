import { expect, test } from 'vitest'
import { whoCan } from './who-can.ts'

test.each([
  ['edit', 'Everyone at Halden can edit'],
  ['read', 'Everyone at Halden can read'],
  ['create', 'Everyone at Halden can manage'],
  [null, 'Named people only'],
] as const)('the default level %s is said in words', (defaultLevel, text) => {
  expect(whoCan({ defaultLevel }, 'Halden').text).toBe(text)
})

test('a level that nobody set goes by everybody’s own role', () => {
  const defaultLevelFrom = { type: 'organization', id: 'org' } as const
  expect(whoCan({ defaultLevel: 'admin', defaultLevelFrom }, 'Halden').text).toBe(
    'Everyone by their role at Halden',
  )
})
