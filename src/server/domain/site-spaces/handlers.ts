import { api } from '#contract/api.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { orderKeyAfter } from '../../order.ts'
import { expectCondition } from '../site-structure/conditions.ts'
import { pageOfParts, siteSpaceKey } from '../site-structure/list.ts'
import { moveItem } from '../site-structure/moving.ts'
import { freePath } from '../site-structure/paths.ts'
import { itemOf, mayJoin, mayLeave } from '../site-structure/placement.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { settleRecorded } from '../site-structure/recorded.ts'
import { sightOf } from '../site-structure/sight.ts'
import {
  defaultSiteSpaceIn,
  type Structure,
  siteSpacesIn,
  siteSpacesInOrder,
} from '../site-structure/structure.ts'
import { holdJoining } from './joining.ts'
import { presentSiteSpaces } from './present.ts'
import {
  changeSiteSpace,
  deleteSiteSpace,
  holdSpaces,
  insertSiteSpaces,
  type SiteSpaceChange,
  spaceIdsOf,
} from './queries.ts'
import { mayTakePath } from './rules.ts'

export const siteSpaceHandlers = handle(api.siteSpaces, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const sight = await sightOf(ctx.db, ctx, structure, query.shareKey)
    const shown = siteSpacesInOrder(structure).filter(({ spaceId }) => sight.spaces.has(spaceId))
    const chosen = shown.filter(
      ({ id }) => (query.default ?? null) === null || isFirst(structure, id) === query.default,
    )
    const page = pageOfParts(
      chosen,
      (row) => siteSpaceKey(structure, row),
      query,
      (row) => row,
    )
    return { ...page, items: presentSiteSpaces(sight, page.items) }
  },

  async create(ctx, { params: { organizationId, siteId }, body }) {
    return ctx.write(async (tx) => {
      const [space] = await holdJoining(tx, ctx, [body.spaceId])
      if (space === undefined) throw notFound('space', body.spaceId)
      const before = await holdSite(tx, organizationId, siteId)
      const sectionId = body.sectionId ?? before.site.defaultSectionId
      if (sectionId !== null) itemOf(before, 'site-section', sectionId)
      const siblings = siteSpacesIn(before, sectionId)
      const path = freePath(siblings, space.title)
      mayJoin(before, sectionId, { spaceId: space.id, path, title: space.title })
      const id = ctx.newId()
      const orderKey = orderKeyAfter(siblings.at(-1)?.orderKey ?? null)
      const joined = { organizationId, siteId, id, sectionId, spaceId: space.id, orderKey, path }
      await insertSiteSpaces(tx, [joined], ctx.now())
      return answer(tx, ctx, await settleRecorded(tx, ctx, before), id)
    })
  },

  async update(ctx, { params: { organizationId, siteId, siteSpaceId }, body: { path, condition } }) {
    if (condition != null) expectCondition(condition)
    const change: SiteSpaceChange = {
      ...(path === undefined ? {} : { path }),
      ...(condition === undefined ? {} : { condition }),
    }
    return ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      const siteSpace = itemOf(before, 'site-space', siteSpaceId)
      expectVersion(ctx, siteSpace.version)
      if (Object.keys(change).length === 0) return answer(tx, ctx, before, siteSpaceId)
      if (path !== undefined) mayTakePath(before, siteSpace, path)
      await changeSiteSpace(tx, organizationId, siteSpaceId, change, ctx.now())
      return answer(tx, ctx, await settleRecorded(tx, ctx, before), siteSpaceId)
    })
  },

  async delete(ctx, { params: { organizationId, siteId, siteSpaceId } }) {
    await ctx.write(async (tx) => {
      await holdSpaces(tx, organizationId, await spaceIdsOf(tx, organizationId, siteId))
      const before = await holdSite(tx, organizationId, siteId)
      const siteSpace = itemOf(before, 'site-space', siteSpaceId)
      expectVersion(ctx, siteSpace.version)
      mayLeave(before, siteSpace)
      await deleteSiteSpace(tx, organizationId, siteSpaceId)
      await settleRecorded(tx, ctx, before)
    })
    return undefined
  },

  async move(ctx, { params: { organizationId, siteId, siteSpaceId }, body }) {
    const moved = { organizationId, siteId, kind: 'site-space', id: siteSpaceId } as const
    const { before, after } = body.position ?? {}
    const position = {
      before: before && { type: before.type, id: before.siteSpace },
      after: after && { type: after.type, id: after.siteSpace },
    }
    return ctx.write(async (tx) => {
      const structure = await moveItem(tx, ctx, moved, { parent: body.section, position })
      return answer(tx, ctx, structure, siteSpaceId)
    })
  },
})

/** Whether a site space stands under the site's own address. */
const isFirst = (structure: Structure, id: string): boolean =>
  defaultSiteSpaceIn(structure, structure.site.defaultSectionId) === id

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  const sight = await sightOf(db, ctx, structure)
  const [shown] = presentSiteSpaces(sight, [itemOf(structure, 'site-space', id)])
  if (shown === undefined) throw notFound('site space', id)
  return shown
}
