import { expect, test } from 'vitest'
import type { AccessSource } from '#contract/access-permissions.ts'
import { accessSourceLabel } from './role-labels.ts'

const docs = { type: 'collection', id: 'c', title: 'Docs' } as const
const halden = { type: 'organization', id: 'o', title: 'Halden' } as const

test.each<[AccessSource, string]>([
  [
    { via: 'organization-admin', on: halden, role: 'admin', wins: true },
    'Admins of Halden can do everything in it',
  ],
  [{ via: 'grant', on: docs, role: 'edit', wins: true }, 'Direct access to the collection “Docs”'],
  [
    { via: 'team-grant', on: docs, team: { id: 't', title: 'Editors' }, role: 'edit', wins: false },
    'Access of the team “Editors” to the collection “Docs”',
  ],
  [
    { via: 'default-level', on: { type: 'space', id: 's', title: '' }, role: 'read', wins: false },
    'Default access of the space “Untitled”',
  ],
  [
    { via: 'grant', on: { type: 'site', id: 'w', title: 'Handbook' }, role: 'edit', wins: true },
    'Direct access to the site “Handbook”',
  ],
  [{ via: 'organization-role', on: halden, role: 'read', wins: false }, 'Their role in Halden'],
])('an access source is described in a sentence', (source, sentence) => {
  expect(accessSourceLabel(source)).toBe(sentence)
})
