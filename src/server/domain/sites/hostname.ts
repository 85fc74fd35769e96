import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { recorded } from '../site-structure/recorded.ts'
import type { Structure } from '../site-structure/structure.ts'
import { changeSite } from './queries.ts'

/** Gives a site of the caller's organization a host name, or takes it away with null. */
export async function setHostname(
  tx: Tx,
  ctx: Context,
  siteId: string,
  hostname: string | null,
): Promise<void> {
  const structure = await holdSite(tx, ctx.access.organizationId, siteId)
  expectVersion(ctx, structure.site.version)
  await renamed(tx, ctx, structure, hostname)
}

/**
 * Takes a host name away from the site that has it.
 *
 * @throws {DomainError} `not_found` when the site was given another one meanwhile.
 */
export async function leaveHostname(tx: Tx, ctx: Context, siteId: string, hostname: string): Promise<void> {
  const structure = await holdSite(tx, ctx.access.organizationId, siteId)
  if (structure.site.hostname !== hostname) throw notFound('host name', hostname)
  await renamed(tx, ctx, structure, null)
}

async function renamed(tx: Tx, ctx: Context, structure: Structure, hostname: string | null): Promise<void> {
  const { organizationId, id: siteId } = structure.site
  if (structure.site.hostname === hostname) return
  await changeSite(tx, organizationId, siteId, { hostname }, ctx.now())
  await recorded(tx, ctx, structure, await structureOf(tx, organizationId, siteId))
}
