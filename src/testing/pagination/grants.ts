import { api } from '#contract/api.ts'
import { type ListFixtures, ROWS, repeat, roundRobin, type Setup, spacesIn, type Undo } from './setup.ts'

type Grantees = {
  readonly members: readonly { readonly userId: string; readonly undo: Undo }[]
  readonly spares: readonly { readonly userId: string; readonly undo: Undo }[]
  readonly teams: readonly { readonly id: string }[]
  readonly spareTeams: readonly { readonly id: string }[]
}

const accessOf = (on: object) => {
  if ('spaceId' in on) return api.spacePermissions
  return 'siteId' in on ? api.sitePermissions : api.collectionPermissions
}

export async function grants(setup: Setup, grantees: Grantees): Promise<ListFixtures> {
  const { app, call, inOrganization: params } = setup
  const { members, spares, teams, spareTeams } = grantees
  const collectionId = (await call(api.collections.create, { params })).id
  const spaceId = (await spacesIn(setup)()).id
  const site = await call(api.sites.create, { params, body: { title: 'Site' } })
  const siteId = site.id
  const onSite = { ...params, siteId }
  // Every path ignores parameters that it does not have, so one of the three ids is enough.
  const grant = async (
    on: Partial<Record<'spaceId' | 'collectionId' | 'siteId', string>>,
    to: { users: string[] } | { teams: string[] },
  ): Promise<Undo> => {
    const at = { ...params, spaceId: '', collectionId: '', siteId: '', ...on }
    const access = accessOf(on)
    await call(access.grant, { params: at, body: { ...to, role: 'edit' } })
    if ('users' in to) return () => call(access.removeUser, { params: { ...at, userId: to.users[0] ?? '' } })
    return () => call(access.removeTeam, { params: { ...at, teamId: to.teams[0] ?? '' } })
  }
  for (const on of [{ spaceId }, { collectionId }, { siteId }]) {
    await grant(on, { users: members.map(({ userId }) => userId) })
    await grant(on, { teams: teams.map(({ id }) => id) })
  }
  const [holder] = spares
  const userId = holder?.userId ?? ''
  for (const { id } of await repeat(ROWS, () => spacesIn(setup)())) {
    await grant({ spaceId: id }, { users: [userId] })
  }
  const addMember = async () => {
    const { userId: user } = await app.aMember(params.organizationId, 'read')
    return () => call(api.members.delete, { params: { ...params, userId: user } })
  }
  const [nextUser, nextTeam] = [roundRobin(spares.slice(1)), roundRobin(spareTeams)]
  return {
    listSpaceUsers: { params: { spaceId }, addRow: () => grant({ spaceId }, { users: [nextUser().userId] }) },
    listSpaceTeams: { params: { spaceId }, addRow: () => grant({ spaceId }, { teams: [nextTeam().id] }) },
    listCollectionUsers: {
      params: { collectionId },
      addRow: () => grant({ collectionId }, { users: [nextUser().userId] }),
    },
    listCollectionTeams: {
      params: { collectionId },
      addRow: () => grant({ collectionId }, { teams: [nextTeam().id] }),
    },
    listSiteUsers: { params: onSite, addRow: () => grant({ siteId }, { users: [nextUser().userId] }) },
    listSiteTeams: { params: onSite, addRow: () => grant({ siteId }, { teams: [nextTeam().id] }) },
    aggregateSiteAccess: { params: onSite, addRow: addMember },
    aggregateSpaceAccess: { params: { spaceId }, addRow: addMember },
    aggregateCollectionAccess: { params: { collectionId }, addRow: addMember },
    listMemberGrants: {
      params: { ...params, userId },
      addRow: async () => {
        const { id } = await spacesIn(setup)()
        return grant({ spaceId: id }, { users: [userId] })
      },
    },
  }
}
