import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'
import type { TeamsSearch } from './teams-search.ts'

const perPage = 100

export type TeamPlace = { readonly organizationId: string; readonly teamId: string }

/** The teams that the filters of the address let through. */
export const teamsQuery = (organizationId: string, { title, mine }: TeamsSearch, meId: string) =>
  qPages(api.teams.list, {
    params: { organizationId },
    query: { limit: perPage, ...(title ? { title } : {}), ...(mine ? { owner: meId } : {}) },
  })

export const teamQuery = (params: TeamPlace) => q(api.teams.get, { params })

export const teamMembersQuery = (params: TeamPlace) =>
  qPages(api.teamMembers.list, { params, query: { limit: perPage } })
