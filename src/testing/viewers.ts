import { standingOf } from '#server/auth/grants.ts'
import type { Db } from '#server/db/client.ts'
import type { Viewer } from '#server/auth/viewer.ts'

/** A member as the reader of lists. */
export async function viewerIn(db: Db, organizationId: string, userId: string): Promise<Viewer> {
  const standing = await standingOf(db, organizationId, userId)
  if (standing === undefined) throw new Error('Not a member')
  return { organizationId, userId, standing }
}
