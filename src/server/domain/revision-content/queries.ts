import { fileColumns } from '../../content/files.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'

/** Some files of the space's head, those that are there. */
export const filesByIds = (db: Db, { organizationId, spaceId }: SpaceRef, ids: readonly string[]) =>
  db
    .selectFrom('file')
    .select(fileColumns)
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('file_id', '=', is.fn.any(is.val([...ids]))))
    .execute()
