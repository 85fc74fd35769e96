import { MemberRole, TeamMemberRole } from '@gitbook/api'
import { expect, test } from 'vitest'
import { useTestApp } from '../app.ts'
import { differencesIn, expectRefused, officialClient } from './client.ts'

const app = useTestApp()

test('people, organizations, teams and invites', async () => {
  const { organizationId: id, admin } = await app.anOrganization('Halden Energy')
  const writer = await app.aMember(id, 'edit')
  const client = await officialClient(app, admin)
  const { user, users, orgs, emailDomains } = client.api

  const { data: me } = await user.getAuthenticatedUser()
  expect(me.id).toBe(admin.userId)
  expect((await users.getUserById(writer.userId)).data.displayName).toBe('edit')
  expect((await users.updateUserById(me.id, { displayName: 'Ann' })).data.displayName).toBe('Ann')

  expect((await orgs.listOrganizationsForAuthenticatedUser()).data.items.map((one) => one.id)).toEqual([id])
  const { data: own } = await orgs.getOrganizationById(id)
  expect(own).toMatchObject({ object: 'organization', title: 'Halden Energy', plan: 'free' })
  expect((await orgs.updateOrganizationById(id, { title: 'Halden' })).data.title).toBe('Halden')
  const { data: second } = await orgs.createOrganization({ title: 'Second' })
  expect(second.title).toBe('Second')
  expect((await emailDomains.getOrganizationsForEmailDomain('example.org')).data.organizations).toEqual([])

  const { data: members } = await orgs.listMembersInOrganizationById(id, {
    role: MemberRole.Edit,
    sort: 'name',
  })
  expect(members.items.map((member) => member.id)).toEqual([writer.userId])
  expect((await orgs.getMemberInOrganizationById(id, writer.userId)).data.role).toBe('edit')
  const promoted = await orgs.updateMemberInOrganizationById(id, writer.userId, { role: MemberRole.Review })
  expect(promoted.data.role).toBe('review')
  await orgs.updateOrganizationMemberLastSeenAt(id)
  expect((await orgs.listSpacesForOrganizationMember(id, writer.userId)).data.items).toEqual([])

  const { data: team } = await orgs.createOrganizationTeam(id, { title: 'Docs', members: [writer.userId] })
  expect((await orgs.getTeamInOrganizationById(id, team.id)).data.members).toBe(1)
  expect((await orgs.updateTeamInOrganizationById(id, team.id, { title: 'Writers' })).data.title).toBe(
    'Writers',
  )
  await orgs.addMemberToOrganizationTeamById(id, team.id, me.id, { role: TeamMemberRole.Owner })
  const { data: inTeam } = await orgs.listTeamMembersInOrganizationById(id, team.id)
  expect(inTeam.items).toHaveLength(2)
  await orgs.updateMembersInOrganizationTeam(id, team.id, { remove: [writer.userId] })
  expect((await orgs.listTeamsForOrganizationMember(id, me.id)).data.items).toHaveLength(1)
  expect((await orgs.listTeamsInOrganizationById(id)).data.count).toBe(1)

  const { data: invite } = await orgs.createOrganizationInvite(id, { role: MemberRole.Read })
  const changed = await orgs.updateOrganizationInviteById(id, invite.id, { role: MemberRole.Comment })
  expect(changed.data).toMatchObject({ id: invite.id, role: 'comment' })
  expect((await orgs.listOrganizationInviteLinks(id)).data.items).toHaveLength(1)
  const guest = await officialClient(app, await app.aPerson('Gus'))
  await guest.api.orgs.joinOrganizationWithInvite(id, invite.id)
  await orgs.deleteOrganizationInviteById(id, invite.id)
  const invited = await orgs.inviteUsersToOrganization(id, {
    emails: ['new@example.org'],
    role: MemberRole.Read,
  })
  expect(invited.data.invited).toBe(1)

  const { data: events } = await orgs.listOrganizationAuditEvents(id)
  expect(events.items.length).toBeGreaterThan(0)
  expect((await orgs.getOrganizationAuditEvent(id, events.items[0]?.id ?? '')).data).toHaveProperty('payload')
  expect((await orgs.listOrganizationAuditEventActions(id)).data.items.length).toBeGreaterThan(0)
  await orgs.removeTeamFromOrganizationById(id, team.id)
  await orgs.removeMemberFromOrganizationById(id, writer.userId)
  await expectRefused(orgs.getMemberInOrganizationById(id, writer.userId), 404)

  expect(differencesIn(client.calls)).toEqual({})
})

test('collections, spaces and their permissions', async () => {
  const { organizationId: id, admin } = await app.anOrganization()
  const writer = await app.aMember(id, 'read')
  const client = await officialClient(app, admin)
  const { orgs, spaces, collections } = client.api

  const { data: outer } = await orgs.createCollection(id, { title: 'Products' })
  const { data: inner } = await orgs.createCollection(id, { title: 'Old' })
  expect((await collections.updateCollectionById(inner.id, { title: 'Archive' })).data.title).toBe('Archive')
  expect((await collections.moveCollection(inner.id, { parent: outer.id })).data.parent).toBe(outer.id)
  expect((await orgs.listCollectionsInOrganizationById(id, { nested: false })).data.items).toHaveLength(1)
  expect((await collections.getCollectionById(outer.id)).data.title).toBe('Products')

  const { data: space } = await orgs.createSpace(id, { title: 'Guide', emoji: '1f389', parent: outer.id })
  expect(space).toMatchObject({ object: 'space', title: 'Guide', visibility: 'in-collection', comments: 0 })
  expect((await spaces.getSpaceById(space.id)).data.emoji).toBe('1f389')
  expect((await spaces.updateSpaceById(space.id, { title: 'Handbook' })).data.title).toBe('Handbook')
  expect((await orgs.listSpacesInOrganizationById(id)).data.items).toHaveLength(1)
  expect((await collections.listSpacesInCollectionById(outer.id)).data.items).toHaveLength(1)
  const { data: copy } = await spaces.duplicateSpace(space.id)
  expect((await spaces.moveSpace(copy.id, { parent: null })).data.parent).toBeUndefined()
  await spaces.deleteSpaceById(copy.id)
  expect((await spaces.restoreSpace(copy.id)).data.id).toBe(copy.id)

  await spaces.inviteToSpace(space.id, { role: MemberRole.Edit, users: [writer.userId] })
  await spaces.updateUserPermissionInSpace(space.id, writer.userId, { role: MemberRole.Review })
  const { data: grants } = await spaces.listUserPermissionsInSpace(space.id)
  expect(grants.items.map(({ permission }) => permission)).toEqual(['review'])
  expect((await spaces.listTeamPermissionsInSpace(space.id)).data.items).toEqual([])
  expect((await spaces.listPermissionsAggregateInSpace(space.id)).data.items).toHaveLength(2)
  await spaces.removeUserFromSpace(space.id, writer.userId)
  await collections.inviteToCollection(outer.id, { role: MemberRole.Edit, users: [writer.userId] })
  expect((await collections.listUserPermissionsInCollection(outer.id)).data.items).toHaveLength(1)
  expect((await collections.listPermissionsAggregateInCollection(outer.id)).data.items).toHaveLength(2)
  await collections.removeUserFromCollection(outer.id, writer.userId)
  await collections.deleteCollectionById(inner.id)

  expect(differencesIn(client.calls)).toEqual({})
})
