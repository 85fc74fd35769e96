import { expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import { inviteResults } from './invite-results.ts'

const member = (id: string, email: string, pending: boolean): Member => ({
  object: 'member',
  id,
  role: 'read',
  user: { object: 'user', id, displayName: id, email, urls: { location: 'http://x.example' } },
  disabled: false,
  joinedAt: '2026-11-21T10:00:00.000Z',
  sso: false,
  spaces: 0,
  teams: 0,
  pending,
  version: 1,
})

test('every address has a result', () => {
  const response = {
    users: ['ada', 'ben'],
    invited: 2,
    failedSSOEmails: ['eve@x.org'],
    unverified: ['finn@x.org'],
    links: [{ email: 'cleo@x.org', url: 'http://x.example/link/1' }],
  }
  const latestMembers = [
    member('ada', 'Ada@x.org', true),
    member('ben', 'ben@x.org', false),
    member('dan', 'dan@x.org', false),
  ]
  const addresses = [
    'ada@x.org',
    'ben@x.org',
    'cleo@x.org',
    'dan@x.org',
    'eve@x.org',
    'Finn@x.org',
    'kurt@halden',
  ]
  expect(inviteResults(addresses, response, latestMembers)).toEqual([
    { email: 'ada@x.org', state: 'mailed' },
    { email: 'ben@x.org', state: 'joined' },
    { email: 'cleo@x.org', state: 'link', url: 'http://x.example/link/1' },
    { email: 'dan@x.org', state: 'already' },
    { email: 'eve@x.org', state: 'not-sso' },
    { email: 'Finn@x.org', state: 'unverified' },
    { email: 'kurt@halden', state: 'bad', fault: 'has no domain ending' },
  ])
})

test('without the list of members the result is unknown', () => {
  expect(inviteResults(['ada@x.org'], { users: ['ada'], invited: 1 }, undefined)).toEqual([
    { email: 'ada@x.org', state: 'unknown' },
  ])
})
