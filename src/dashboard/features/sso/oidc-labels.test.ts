import { expect, test } from 'vitest'
import type { SsoTest } from '#contract/sso.ts'
import { groupsOutcome } from './oidc-labels.ts'

const testWith = (groups?: NonNullable<SsoTest['outcome']>['groups']): SsoTest => ({
  object: 'sso-test',
  id: 't',
  provider: { id: 'p', label: 'Login' },
  status: 'passed',
  outcome: { type: 'sign-in', ...(groups === undefined ? {} : { groups }) },
})

test('groups are described as teams and a role, or not at all without mappings', () => {
  expect(groupsOutcome(testWith())).toBeUndefined()
  expect(groupsOutcome(testWith({ teams: [], leaves: [] }))).toBe('Their groups aren’t mapped to a team.')
  expect(groupsOutcome(testWith({ role: 'edit', teams: ['Docs', 'Style'], leaves: ['Staff'] }))).toBe(
    'They would join the teams Docs and Style. They would leave the team Staff. They would get the Edit role.',
  )
})
