import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Locks all sites that show one of the spaces until the transaction ends; returns their ids. */
export async function lockSitesShowing(
  tx: Tx,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<readonly string[]> {
  const sites = await tx
    .selectFrom('site')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (from) =>
      from
        .selectFrom('site_space')
        .select('site_id')
        .where('organization_id', '=', organizationId)
        .where('space_id', 'in', spaceIds),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return sites.map(({ id }) => id)
}

/**
 * Locks spaces that are not in the trash until the transaction ends. Changes of a site's spaces lock them before the
 * site, as deleting a space does, so that the two wait for each other instead of deadlocking.
 *
 * @returns the spaces that are there, in no order
 */
export const lockSpaces = (tx: Tx, organizationId: string, ids: readonly string[]) =>
  tx
    .selectFrom('space')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The spaces that a site shows. */
export async function spaceIdsOnSite(
  tx: Tx,
  organizationId: string,
  siteId: string,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('site_space')
    .select('space_id as id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
  return rows.map(({ id }) => id)
}
