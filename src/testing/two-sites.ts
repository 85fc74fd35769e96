import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { aSite } from './a-site.ts'
import type { Person, TestApp } from './app.ts'

/** Two sites of one organization, and guests with roles on the first. */
export async function twoSites(app: TestApp) {
  const site = await aSite(app, ['Guide'])
  const { organizationId, call, params } = site
  const inOrganization = { params: { organizationId } }
  const other = await call(api.sites.create, { ...inOrganization, body: { title: 'Board papers' } })
  const aGuest = () => app.aMember(organizationId, null)
  const give = (role: Role | null, ...people: Person[]) =>
    call(api.sitePermissions.grant, { params, body: { role, users: people.map(({ userId }) => userId) } })
  const aTeam = async (title: string, ...people: Person[]) => {
    const members = people.map(({ userId }) => userId)
    return (await call(api.teams.create, { ...inOrganization, body: { title, members } })).id
  }
  return { ...site, inOrganization, other: { organizationId, siteId: other.id }, aGuest, give, aTeam }
}
