import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { recordSiteChanges } from './change-structure.ts'
import { updateSite } from './queries.ts'
import type { Structure } from './structure/structure.ts'
import { lockSite, structureOf } from './structure-queries.ts'

/** Sets the hostname of a site, or removes it with null. */
export async function setHostname(
  tx: Tx,
  ctx: Context,
  siteId: string,
  hostname: string | null,
): Promise<void> {
  const structure = await lockSite(tx, ctx.access.organizationId, siteId)
  expectVersion(ctx, structure.site.version)
  await changeHostname(tx, ctx, structure, hostname)
}

/**
 * Removes a hostname from its site.
 *
 * @throws {DomainError} `not_found` if the site has another hostname by now.
 */
export async function releaseHostname(tx: Tx, ctx: Context, siteId: string, hostname: string): Promise<void> {
  const structure = await lockSite(tx, ctx.access.organizationId, siteId)
  if (structure.site.hostname !== hostname) throw notFound('hostname', hostname)
  await changeHostname(tx, ctx, structure, null)
}

async function changeHostname(
  tx: Tx,
  ctx: Context,
  structure: Structure,
  hostname: string | null,
): Promise<void> {
  const { organizationId, id: siteId } = structure.site
  if (structure.site.hostname === hostname) return
  await updateSite(tx, organizationId, siteId, { hostname }, ctx.now())
  await recordSiteChanges(tx, ctx, structure, await structureOf(tx, organizationId, siteId))
}
