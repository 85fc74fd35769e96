import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { changeStructure } from './change-structure.ts'
import { pageOfItems } from './item-pages.ts'
import { itemOf } from './structure/positions.ts'
import type { StructureCommand } from './structure/reducer.ts'
import type { Structure } from './structure/structure.ts'
import { presentGroup } from './structure-present.ts'
import { lockSite, structureOf } from './structure-queries.ts'
import { viewerContextOf } from './viewer-context.ts'

export const siteSectionGroupHandlers = handle(api.siteSectionGroups, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const context = await viewerContextOf(ctx.db, ctx, structure)
    return pageOfItems(
      structure.groups,
      ({ orderKey }) => [orderKey],
      query,
      (row) => presentGroup(context, row),
    )
  },

  async create(ctx, { params, body }) {
    return change(ctx, params, { type: 'add-group', ...body })
  },

  async update(ctx, { params, body }) {
    return change(ctx, params, { type: 'change-group', id: params.siteSectionGroupId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) =>
      changeStructure(tx, ctx, params, { type: 'delete-group', id: params.siteSectionGroupId }),
    )
    return undefined
  },

  async addSection(ctx, { params, body: { sectionId } }) {
    const parent = params.siteSectionGroupId
    const item = { type: 'site-section', id: sectionId } as const
    return ctx.write(async (tx) => {
      const { structure } = await changeStructure(tx, unconditional(ctx), params, {
        type: 'move',
        item,
        parent,
      })
      return answer(tx, ctx, structure, parent)
    })
  },

  async removeSection(ctx, { params }) {
    const { organizationId, siteId, siteSectionGroupId, siteSectionId } = params
    const item = { type: 'site-section', id: siteSectionId } as const
    await ctx.write(async (tx) => {
      const before = await lockSite(tx, organizationId, siteId)
      const { id } = itemOf(before, 'site-section-group', siteSectionGroupId)
      if (itemOf(before, 'site-section', siteSectionId).groupId !== id)
        throw notFound('site section', siteSectionId)
      const afterGroup = { after: { type: 'site-section-group', id } } as const
      const command = { type: 'move', item, parent: null, position: afterGroup } as const
      await changeStructure(tx, unconditional(ctx), params, command)
    })
    return undefined
  },

  async move(ctx, { params, body: { position } }) {
    const item = { type: 'site-section-group', id: params.siteSectionGroupId } as const
    return change(ctx, params, { type: 'move', item, position, keepsParent: true })
  },
})

const change = (ctx: Context, site: SiteParams, command: StructureCommand) =>
  ctx.write(async (tx) => {
    const { structure, id } = await changeStructure(tx, ctx, site, command)
    return answer(tx, ctx, structure, id)
  })

/** Adding and removing a section change its row, not the group that `If-Match` could be about. */
const unconditional = (ctx: Context): Context => ({ ...ctx, ifMatch: null })

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentGroup(await viewerContextOf(db, ctx, structure), itemOf(structure, 'site-section-group', id))
}
