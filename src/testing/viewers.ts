import { membershipOf } from '#server/auth/grants.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/db/client.ts'

/** A member as the viewer of lists. */
export async function viewerIn(db: Db, organizationId: string, userId: string): Promise<Viewer> {
  const membership = await membershipOf(db, organizationId, userId)
  if (membership === undefined) throw new Error('Not a member')
  return { organizationId, userId, membership }
}
