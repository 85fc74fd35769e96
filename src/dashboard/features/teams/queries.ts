import { z } from 'zod'
import { api } from '#contract/api.ts'
import { q, qPages } from '#dashboard/data/api.ts'

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

/** What the address of the list of teams says. */
export const teamsSearch = z.object({
  /** Part of the title, in any case. */
  title: z.coerce.string().max(64).optional().catch(undefined),
  /** Only teams that the caller manages. */
  mine: z.boolean().optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type TeamsSearch = z.infer<typeof teamsSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<TeamsSearch>, options?: { replace?: boolean }) => void
