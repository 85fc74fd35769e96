import { type SqlBool, sql } from 'kysely'
import type { SpaceRef } from '../content/space-ref.ts'

/** Restricts a query to the rows of a space. */
export const inSpace = <Q extends { where: (condition: ReturnType<typeof sql<SqlBool>>) => Q }>(
  query: Q,
  { organizationId, spaceId }: SpaceRef,
): Q => query.where(sql<SqlBool>`organization_id = ${organizationId} and space_id = ${spaceId}`)
