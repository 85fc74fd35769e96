import { expect, test } from 'vitest'
import { defaultAccessLabel } from './labels.ts'

test.each([
  ['edit', 'Everyone at Halden can edit'],
  ['read', 'Everyone at Halden can read'],
  ['create', 'Everyone at Halden can manage'],
  [null, 'Named people only'],
] as const)('the default level %s is said in words', (defaultLevel, text) => {
  expect(defaultAccessLabel({ defaultLevel }, 'Halden').text).toBe(text)
})

test('without a level of its own, everyone has the access of their role', () => {
  const defaultLevelFrom = { type: 'organization', id: 'org' } as const
  expect(defaultAccessLabel({ defaultLevel: 'admin', defaultLevelFrom }, 'Halden').text).toBe(
    'Everyone by their role in Halden',
  )
})
