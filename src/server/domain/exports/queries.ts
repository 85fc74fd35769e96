import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'

/** The title of a space that is not in the trash. @throws {DomainError} `not_found` */
export async function titleOfSpace(db: Db, { organizationId, spaceId }: SpaceRef): Promise<string> {
  const space = await db
    .selectFrom('space')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (space === undefined) throw notFound('space', spaceId)
  return space.title
}

/** The number and subject of a change request. @throws {DomainError} `not_found` */
export const changeRequestTitle = (db: Db, { organizationId, spaceId }: SpaceRef, id: string) =>
  db
    .selectFrom('change_request')
    .select(['number', 'subject'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('change request', id))
