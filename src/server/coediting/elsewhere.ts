import { requestHeadOf } from '../content/request-rows.ts'
import { headOf } from '../content/revision-rows.ts'
import type { Db } from '../db/client.ts'
import type { SharedTextRow } from './queries.ts'

/** Whether there is a revision that a shared text does not know yet, or a problem with saving it that may be over. */
export async function isStoredElsewhere(db: Db, row: SharedTextRow): Promise<boolean> {
  if (row.problem !== null) return true
  const { organizationId, spaceId, changeRequestId } = row
  const at = { organizationId, spaceId }
  if (changeRequestId === null) return (await headOf(db, at)).id !== row.revision
  const { revision, status } = await requestHeadOf(db, { ...at, changeRequestId })
  return revision !== row.revision || status === 'merged' || status === 'archived'
}
