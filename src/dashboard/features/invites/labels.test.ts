import { expect, test } from 'vitest'
import type { Invite } from '#contract/organization-invites.ts'
import { inviteTarget, withRole } from './labels.ts'

const common = {
  object: 'invite' as const,
  id: 'i',
  redundant: false,
  urls: { location: 'http://x.example/1', app: 'http://x.example/2' },
}
const toAll: Invite = { ...common, role: 'read' }
const toCollection: Invite = {
  ...common,
  level: 'edit',
  collection: {
    object: 'collection',
    id: 'c',
    organization: 'o',
    title: '',
    description: '',
    defaultLevel: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    urls: { location: 'http://x.example/3', app: 'http://x.example/4' },
    permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    version: 1,
  },
}

test('a link has a target and a role', () => {
  expect(inviteTarget(toAll, 'Halden')).toEqual({ type: 'organization', title: 'Halden', role: 'read' })
  expect(inviteTarget(toCollection, 'Halden')).toEqual({
    type: 'collection',
    title: 'Untitled',
    role: 'edit',
  })
})

test('the role is set on the field that the kind of link uses', () => {
  expect(withRole(toAll, 'admin')).toMatchObject({ role: 'admin' })
  expect(withRole(toCollection, 'read')).toMatchObject({ level: 'read' })
})
