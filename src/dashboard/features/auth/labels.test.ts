import { expect, test } from 'vitest'
import { inviteRoleLabel, inviteTitle } from './labels.ts'

const organization = { id: 'o', title: 'Halden' }

test('an invitation to the organization names it', () => {
  const invitation = { organization, to: { type: 'organization', title: 'Halden' }, role: 'read' } as const
  expect(inviteTitle(invitation)).toBe('Halden')
  expect(inviteRoleLabel(invitation)).toBe('Your role: Read (reads only).')
})

test('an invitation to a part of it names both', () => {
  const invitation = { organization, to: { type: 'space', title: 'Docs' }, role: 'edit' } as const
  expect(inviteTitle(invitation)).toBe('“Docs” at Halden')
  expect(inviteRoleLabel(invitation)).toContain('You won’t see anything else in Halden')
})
