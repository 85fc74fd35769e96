import { fileColumns } from '../../content/files.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'

/** The files with these ids in the head of a space. */
export const filesByIds = (db: Db, { organizationId, spaceId }: SpaceRef, ids: readonly string[]) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('file_id', '=', is.fn.any(is.val([...ids]))))
    .execute()
