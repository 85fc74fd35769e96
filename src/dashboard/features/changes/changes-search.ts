import { z } from 'zod'
import { changeRequestStatus } from '#contract/change-requests.ts'
import { id } from '#contract/shared/values.ts'

/** What the address of a list of change requests says: its filters and the open dialog. */
export const changesSearch = z.object({
  status: changeRequestStatus.optional().catch(undefined),
  /** Only requests that this user made. */
  creator: id.optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type ChangesSearch = z.infer<typeof changesSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<ChangesSearch>, options?: { replace?: boolean }) => void

/** The status that is asked for; the open ones unless another is named. */
export const statusIn = ({ status = 'open' }: Pick<ChangesSearch, 'status'>) => status

/** What the address of the list of all spaces says. */
export const organizationChangesSearch = changesSearch.omit({ dialog: true }).extend({
  reviewer: id.optional().catch(undefined),
  contributor: id.optional().catch(undefined),
  space: id.optional().catch(undefined),
  /** What waits for the caller, whatever else is asked for. */
  filter: z.literal('waiting').optional().catch(undefined),
})
export type OrganizationChangesSearch = z.infer<typeof organizationChangesSearch>

export type OnOrganizationSearch = (change: Partial<OrganizationChangesSearch>) => void
