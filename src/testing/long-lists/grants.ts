import { api } from '#contract/api.ts'
import { type Ground, inTurn, type LongLists, spacesIn, stood, times, type Undo } from './ground.ts'

type Some = {
  readonly members: readonly { readonly userId: string; readonly undo: Undo }[]
  readonly spares: readonly { readonly userId: string; readonly undo: Undo }[]
  readonly teams: readonly { readonly id: string }[]
  readonly spareTeams: readonly { readonly id: string }[]
}

export async function grants(ground: Ground, some: Some): Promise<LongLists> {
  const { app, call, inOrganization: params } = ground
  const { members, spares, teams, spareTeams } = some
  const collectionId = (await call(api.collections.create, { params })).id
  const spaceId = (await spacesIn(ground)()).id
  const give = async (
    on: { spaceId: string } | { collectionId: string },
    to: { users: string[] } | { teams: string[] },
  ): Promise<Undo> => {
    const body = { ...to, role: 'edit' as const }
    const ofSpace = 'spaceId' in on
    await (ofSpace
      ? call(api.spacePermissions.grant, { params: on, body })
      : call(api.collectionPermissions.grant, { params: on, body }))
    if ('users' in to) {
      const userId = to.users[0] ?? ''
      return ofSpace
        ? () => call(api.spacePermissions.removeUser, { params: { ...on, userId } })
        : () => call(api.collectionPermissions.removeUser, { params: { ...on, userId } })
    }
    const teamId = to.teams[0] ?? ''
    return ofSpace
      ? () => call(api.spacePermissions.removeTeam, { params: { ...on, teamId } })
      : () => call(api.collectionPermissions.removeTeam, { params: { ...on, teamId } })
  }
  for (const on of [{ spaceId }, { collectionId }]) {
    await give(on, { users: members.map(({ userId }) => userId) })
    await give(on, { teams: teams.map(({ id }) => id) })
  }
  const [holder] = spares
  const userId = holder?.userId ?? ''
  for (const { id } of await times(stood, () => spacesIn(ground)())) {
    await give({ spaceId: id }, { users: [userId] })
  }
  const comeMember = async () => {
    const { userId: user } = await app.aMember(params.organizationId, 'read')
    return () => call(api.members.delete, { params: { ...params, userId: user } })
  }
  const [nextUser, nextTeam] = [inTurn(spares.slice(1)), inTurn(spareTeams)]
  return {
    listSpaceUsers: { params: { spaceId }, come: () => give({ spaceId }, { users: [nextUser().userId] }) },
    listSpaceTeams: { params: { spaceId }, come: () => give({ spaceId }, { teams: [nextTeam().id] }) },
    listCollectionUsers: {
      params: { collectionId },
      come: () => give({ collectionId }, { users: [nextUser().userId] }),
    },
    listCollectionTeams: {
      params: { collectionId },
      come: () => give({ collectionId }, { teams: [nextTeam().id] }),
    },
    aggregateSpaceAccess: { params: { spaceId }, come: comeMember },
    aggregateCollectionAccess: { params: { collectionId }, come: comeMember },
    listMemberGrants: {
      params: { ...params, userId },
      come: async () => {
        const { id } = await spacesIn(ground)()
        return give({ spaceId: id }, { users: [userId] })
      },
    },
  }
}
