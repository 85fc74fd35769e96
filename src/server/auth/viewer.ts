import type { Context } from '../context.ts'
import type { Membership } from './grants.ts'

/** The member for whom a list is read. */
export type Viewer = {
  readonly organizationId: string
  readonly userId: string
  readonly membership: Membership
}

/** The caller as the viewer of lists in the organization of the path. */
export const viewerOf = ({ access, caller }: Pick<Context, 'access' | 'caller'>): Viewer => ({
  organizationId: access.organizationId,
  userId: caller.userId,
  membership: { role: access.organizationRole, disabled: false },
})
