import { generateNKeysBetween } from 'fractional-indexing'
import type { Change } from '../../content/changes.ts'
import { commit } from '../../content/commit.ts'
import { createContent } from '../../content/create-content.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { record } from '../audit-events/record.ts'
import { keyAtEnd } from '../library/place.ts'
import { holdShelves } from '../library/queries.ts'
import { holdJoining, type Joining } from '../site-spaces/joining.ts'
import { settled } from '../site-structure/arranging/defaults.ts'
import { freePaths } from '../site-structure/paths.ts'
import { structureOf } from '../site-structure/queries.ts'
import type { Structure } from '../site-structure/structure.ts'
import { writeStructure } from '../site-structure/writing-queries.ts'
import { spaceAct, wholeOf } from '../spaces/acts.ts'
import { holdSpace, insertSpace } from '../spaces/queries.ts'
import { insertSite, type NewSite } from './queries.ts'
import { samplePages } from './sample-pages.ts'

/** The spaces a new site begins with: those named, or one made for it at the end of the library. */
export async function spacesToBeginWith(
  tx: Tx,
  ctx: Context,
  wished: readonly string[] | 'sample' | 'empty',
  siteTitle: string,
): Promise<readonly Joining[]> {
  if (typeof wished === 'object') return holdJoining(tx, ctx, wished)
  return [await makeSpace(tx, ctx, siteTitle.slice(0, 50), wished === 'sample' ? samplePages : [])]
}

async function makeSpace(tx: Tx, ctx: Context, title: string, pages: readonly Change[]): Promise<Joining> {
  const { organizationId } = ctx.access
  const [id, now] = [ctx.newId(), ctx.now()]
  await holdShelves(tx, organizationId)
  const { revision: revisionId } = await createContent(tx, {
    organizationId,
    spaceId: id,
    by: ctx.caller.userId,
    now,
    newId: ctx.newId,
  })
  const orderKey = await keyAtEnd(tx, organizationId, null)
  await insertSpace(tx, { id, organizationId, parentId: null, orderKey, title, emoji: null, revisionId, now })
  const made = await holdSpace(tx, organizationId, id)
  await record(tx, ctx, spaceAct('create', made, { after: wholeOf(made) }))
  const by = ctx.caller.userId
  if (pages.length > 0) {
    await commit(tx, { organizationId, spaceId: id, changes: pages, by, now, newId: ctx.newId })
  }
  return { id, title }
}

/** Writes a new site that shows these spaces in this order; the first one is its default. */
export async function beginSite(
  tx: Tx,
  site: NewSite,
  spaces: readonly Joining[],
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<Structure> {
  await insertSite(tx, site, now())
  const empty = await structureOf(tx, site.organizationId, site.id)
  if (spaces.length === 0) return empty
  const keys = generateNKeysBetween(null, null, spaces.length)
  const paths = freePaths(spaces.map(({ title }) => title))
  const siteSpaces = spaces.map(({ id: spaceId, title }, place) => ({
    kind: 'site-space' as const,
    id: newId(),
    sectionId: null,
    spaceId,
    orderKey: keys[place] ?? '',
    title,
    path: paths[place] ?? '',
    condition: null,
    version: 1,
  }))
  const begun = settled(empty, { ...empty, siteSpaces })
  await writeStructure(tx, empty, begun, { now: now() })
  return begun
}
