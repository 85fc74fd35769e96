import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import type { TeamsSearch } from './search-params.ts'

const perPage = 100

export type TeamParams = { readonly organizationId: string; readonly teamId: string }

/** The teams that match the search params. */
export const teamsQuery = (organizationId: string, { title, mine }: TeamsSearch, currentUserId: string) =>
  qPages(api.teams.list, {
    params: { organizationId },
    query: { limit: perPage, ...(title ? { title } : {}), ...(mine ? { owner: currentUserId } : {}) },
  })

export const teamQuery = (params: TeamParams) => q(api.teams.get, { params })

export const teamMembersQuery = (params: TeamParams) =>
  qPages(api.teamMembers.list, { params, query: { limit: perPage } })

/** Changes some search params; undefined removes a param. */
export type OnSearch = (change: Partial<TeamsSearch>, options?: { replace?: boolean }) => void
