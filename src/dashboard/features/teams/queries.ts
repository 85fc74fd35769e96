import { z } from 'zod'
import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'

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

/** Search params of the list of teams. */
export const teamsSearch = z.object({
  /** Part of the title, ignoring case. */
  title: z.coerce.string().max(64).optional().catch(undefined),
  /** Only teams that the user manages. */
  mine: z.boolean().optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type TeamsSearch = z.infer<typeof teamsSearch>

/** Changes some search params; undefined removes a param. */
export type OnSearch = (change: Partial<TeamsSearch>, options?: { replace?: boolean }) => void
