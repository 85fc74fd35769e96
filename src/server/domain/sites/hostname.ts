import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { recorded } from '../site-structure/recorded.ts'
import { changeSite } from './queries.ts'

/** Gives a site of the caller's organization a host name, or takes it away with null. */
export async function setHostname(
  tx: Tx,
  ctx: Context,
  siteId: string,
  hostname: string | null,
): Promise<void> {
  const { organizationId } = ctx.access
  const structure = await holdSite(tx, organizationId, siteId)
  expectVersion(ctx, structure.site.version)
  if (structure.site.hostname === hostname) return
  await changeSite(tx, organizationId, siteId, { hostname }, ctx.now())
  await recorded(tx, ctx, structure, await structureOf(tx, organizationId, siteId))
}
