import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { changeStructure } from './change-structure.ts'
import { duplicateSiteSpace } from './duplicate-site-space.ts'
import { pageOfItems, siteSpaceKey } from './item-pages.ts'
import { itemOf, neighborPosition } from './structure/positions.ts'
import type { StructureCommand } from './structure/reducer.ts'
import { defaultSiteSpaceIn, type Structure, siteSpacesInOrder } from './structure/structure.ts'
import { presentSiteSpaces } from './structure-present.ts'
import { structureOf } from './structure-queries.ts'
import { viewerContextOf } from './viewer-context.ts'

export const siteSpaceHandlers = handle(api.siteSpaces, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const context = await viewerContextOf(ctx.db, ctx, structure, query.shareKey)
    const visible = siteSpacesInOrder(structure).filter(({ spaceId }) => context.spaces.has(spaceId))
    const chosen = visible.filter(
      ({ id }) => (query.default ?? null) === null || isFirst(structure, id) === query.default,
    )
    const page = pageOfItems(
      chosen,
      (row) => siteSpaceKey(structure, row),
      query,
      (row) => row,
    )
    return { ...page, items: presentSiteSpaces(context, page.items) }
  },

  async create(ctx, { params, body }) {
    return change(ctx, params, { type: 'add-space', ...body })
  },

  async update(ctx, { params, body }) {
    return change(ctx, params, { type: 'change-space', id: params.siteSpaceId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) =>
      changeStructure(tx, ctx, params, { type: 'remove-space', id: params.siteSpaceId }),
    )
    return undefined
  },

  async duplicate(ctx, { params }) {
    return ctx.write(async (tx) => {
      const { structure, id } = await duplicateSiteSpace(tx, ctx, params, params.siteSpaceId)
      return answer(tx, ctx, structure, id)
    })
  },

  async move(ctx, { params, body }) {
    const item = { type: 'site-space', id: params.siteSpaceId } as const
    const position = neighborPosition(body.position)
    return change(ctx, params, { type: 'move', item, parent: body.section, position, keepsParent: true })
  },
})

const change = (ctx: Context, site: SiteParams, command: StructureCommand) =>
  ctx.write(async (tx) => {
    const { structure, id } = await changeStructure(tx, ctx, site, command)
    return answer(tx, ctx, structure, id)
  })

/** Whether a site space is at the root of the site. */
const isFirst = (structure: Structure, id: string): boolean =>
  defaultSiteSpaceIn(structure, structure.site.defaultSectionId) === id

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  const context = await viewerContextOf(db, ctx, structure)
  const [siteSpace] = presentSiteSpaces(context, [itemOf(structure, 'site-space', id)])
  if (siteSpace === undefined) throw notFound('site space', id)
  return siteSpace
}
