import { generateNKeysBetween } from 'fractional-indexing'
import { cutText } from '#markup/cut-text.ts'
import type { Change } from '../../content/changes.ts'
import { commit } from '../../content/commit.ts'
import { createContent } from '../../content/create-content.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { orderKeyAtEnd } from '../library-tree/position.ts'
import { lockLibrary } from '../library-tree/queries.ts'
import { auditStateOf, spaceAuditEvent } from '../spaces/audit-events.ts'
import { insertSpace, lockSpace } from '../spaces/queries.ts'
import { insertSite, type NewSite } from './queries.ts'
import { samplePages } from './sample-pages.ts'
import { lockShowableSpaces, type ShowableSpace } from './showable-spaces.ts'
import { withValidDefaults } from './structure/defaults.ts'
import { freePaths } from './structure/paths.ts'
import type { Structure } from './structure/structure.ts'
import { structureOf } from './structure-queries.ts'
import { writeStructure } from './write-structure-queries.ts'

/** The spaces of a new site: existing ones, or a new one at the end of the library. */
export async function initialSpaces(
  tx: Tx,
  ctx: Context,
  requested: readonly string[] | 'sample' | 'empty',
  siteTitle: string,
): Promise<readonly ShowableSpace[]> {
  if (typeof requested === 'object') return lockShowableSpaces(tx, ctx, requested)
  return [
    await createInitialSpace(tx, ctx, cutText(siteTitle, 50), requested === 'sample' ? samplePages : []),
  ]
}

async function createInitialSpace(
  tx: Tx,
  ctx: Context,
  title: string,
  pages: readonly Change[],
): Promise<ShowableSpace> {
  const { organizationId } = ctx.access
  const [id, now] = [ctx.newId(), ctx.now()]
  await lockLibrary(tx, organizationId)
  const { revision: revisionId } = await createContent(tx, {
    organizationId,
    spaceId: id,
    by: ctx.caller.userId,
    now,
    newId: ctx.newId,
  })
  const orderKey = await orderKeyAtEnd(tx, organizationId, null)
  await insertSpace(tx, { id, organizationId, parentId: null, orderKey, title, emoji: null, revisionId, now })
  const space = await lockSpace(tx, organizationId, id)
  await recordAuditEvents(tx, ctx, spaceAuditEvent('create', space, { after: auditStateOf(space) }))
  const by = ctx.caller.userId
  if (pages.length > 0) {
    await commit(tx, { organizationId, spaceId: id, changes: pages, by, now, newId: ctx.newId })
  }
  return { id, title }
}

/** Creates a site with these spaces in order; the first one is the default. */
export async function createSite(
  tx: Tx,
  site: NewSite,
  spaces: readonly ShowableSpace[],
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<Structure> {
  await insertSite(tx, site, now())
  const empty = await structureOf(tx, site.organizationId, site.id)
  if (spaces.length === 0) return empty
  const keys = generateNKeysBetween(null, null, spaces.length)
  const paths = freePaths(spaces.map(({ title }) => title))
  const siteSpaces = spaces.map(({ id: spaceId, title }, index) => ({
    kind: 'site-space' as const,
    id: newId(),
    sectionId: null,
    spaceId,
    orderKey: keys[index] ?? '',
    title,
    path: paths[index] ?? '',
    condition: null,
    version: 1,
  }))
  const structure = withValidDefaults(empty, { ...empty, siteSpaces })
  await writeStructure(tx, empty, structure, { now: now() })
  return structure
}
