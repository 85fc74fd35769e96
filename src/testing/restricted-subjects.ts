import { api } from '#contract/api.ts'
import type { Person, TestApp } from './app.ts'

/** Creates spaces and collections that only admins may see. */
export function useRestricted(app: TestApp) {
  /** An organization with one space or collection that only admins may see. */
  async function restricted(kind: 'space' | 'collection') {
    const { organizationId, admin } = await app.anOrganization('Halden')
    const as = app.as(admin)
    const make = kind === 'space' ? api.spaces.create : api.collections.create
    const { id } = await as(make, { params: { organizationId }, body: { title: 'Manual' } })
    const params = { spaceId: id, collectionId: id }
    const shut = kind === 'space' ? api.spaces.update : api.collections.update
    await as(shut, { params, body: { defaultLevel: null } })
    const aTeam = async (title: string, ...people: Person[]) => {
      const members = people.map(({ userId }) => userId)
      return (await as(api.teams.create, { params: { organizationId }, body: { title, members } })).id
    }
    const aMember = () => app.aMember(organizationId, 'read')
    return { organizationId, admin, as, id, params, aTeam, aMember }
  }
  return { restricted }
}
