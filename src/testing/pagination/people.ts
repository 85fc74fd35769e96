import { api } from '#contract/api.ts'
import { closeSession, openSession } from '#server/auth/sessions.ts'
import { grants } from './grants.ts'
import { type ListFixtures, ROWS, repeat, roundRobin, type Setup, type Undo } from './setup.ts'

export async function people(setup: Setup): Promise<ListFixtures> {
  const { app, call, inOrganization: params } = setup
  const { organizationId } = params
  const aTeam = async (n: number) => {
    const { id } = await call(api.teams.create, { params, body: { title: `Team ${n % 3}.${n}` } })
    return { id, undo: () => call(api.teams.delete, { params: { ...params, teamId: id } }) }
  }
  const aMember = async () => {
    const { userId } = await app.aMember(organizationId, 'read')
    return { userId, undo: () => call(api.members.delete, { params: { ...params, userId } }) }
  }
  const teams = await repeat(ROWS, aTeam)
  const [team, ...spareTeams] = await repeat(20, (n) => aTeam(n + 50))
  const members = await repeat(ROWS, aMember)
  const [member, ...spares] = await repeat(20, aMember)
  if (team === undefined || member === undefined) throw new Error('Nobody to list')
  const join = async (teamId: string, userId: string): Promise<Undo> => {
    const path = { params: { ...params, teamId, userId } }
    await call(api.teamMembers.put, { ...path, body: {} })
    return () => call(api.teamMembers.delete, path)
  }
  for (const { userId } of members) await join(team.id, userId)
  for (const { id } of teams) await join(id, member.userId)
  const invite = async () => {
    const { id } = await call(api.organizationInvites.create, { params, body: { role: 'read' } })
    return () => call(api.organizationInvites.delete, { params: { ...params, inviteId: id } })
  }
  await repeat(ROWS, invite)
  const session = async () => {
    const now = new Date()
    const secret = await openSession(app.db, { userId: member.userId, userAgent: null, ip: null, now })
    return () => closeSession(app.db, secret)
  }
  await repeat(ROWS, session)
  const provider = async () => {
    const { id } = await call(api.samlProviders.create, { params, body: { label: 'Login' } })
    return () => call(api.samlProviders.delete, { params: { ...params, samlProviderId: id } })
  }
  await repeat(ROWS, provider)
  const oidcProvider = async () => {
    const { id } = await call(api.oidcProviders.create, { params, body: { label: 'Login' } })
    return () => call(api.oidcProviders.delete, { params: { ...params, oidcProviderId: id } })
  }
  await repeat(ROWS, oidcProvider)
  const domain = async (n: number) => {
    const name = `d${n}.example`
    await call(api.verifiedDomains.create, { params, body: { domain: name } })
    return () => call(api.verifiedDomains.delete, { params: { ...params, domain: name } })
  }
  await repeat(ROWS, domain)
  let count = 0
  const [nextSpare, nextTeam] = [roundRobin(spares), roundRobin(spareTeams)]
  const ofMember = { ...params, userId: member.userId }
  return {
    listTeams: { params, addRow: async () => (await aTeam(count++)).undo },
    listMembers: { params, addRow: async () => (await aMember()).undo },
    listInvites: { params, addRow: invite },
    listDomains: { params, addRow: () => domain(ROWS + count++) },
    listSAMLProviders: { params, addRow: provider },
    listOIDCProviders: { params, addRow: oidcProvider },
    listTeamMembers: {
      params: { ...params, teamId: team.id },
      addRow: () => join(team.id, nextSpare().userId),
    },
    listMemberTeams: { params: ofMember, addRow: () => join(nextTeam().id, member.userId) },
    listMemberBrowsers: { params: ofMember, addRow: session },
    ...(await grants(setup, { members, spares, teams, spareTeams })),
  }
}
