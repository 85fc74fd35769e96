import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { changeStructure } from './change-structure.ts'
import { pageOfItems, sectionKey } from './item-pages.ts'
import { itemOf, neighborPosition } from './structure/positions.ts'
import type { StructureCommand } from './structure/reducer.ts'
import { type Structure, sectionsInOrder } from './structure/structure.ts'
import { presentSection } from './structure-present.ts'
import { structureOf } from './structure-queries.ts'
import { viewerContextOf } from './viewer-context.ts'

export const siteSectionHandlers = handle(api.siteSections, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const context = await viewerContextOf(ctx.db, ctx, structure, query.shareKey)
    const keyOf = (row: Structure['sections'][number]) => sectionKey(structure, row)
    return pageOfItems(sectionsInOrder(structure), keyOf, query, (row) => presentSection(context, row))
  },

  async create(ctx, { params, body }) {
    return change(ctx, params, { type: 'add-section', ...body })
  },

  async update(ctx, { params, body }) {
    return change(ctx, params, { type: 'change-section', id: params.siteSectionId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) =>
      changeStructure(tx, ctx, params, { type: 'delete-section', id: params.siteSectionId }),
    )
    return undefined
  },

  async move(ctx, { params, body }) {
    const item = { type: 'site-section', id: params.siteSectionId } as const
    const position = neighborPosition(body.position)
    return change(ctx, params, { type: 'move', item, parent: body.sectionGroup, position })
  },
})

const change = (ctx: Context, site: SiteParams, command: StructureCommand) =>
  ctx.write(async (tx) => {
    const { structure, id } = await changeStructure(tx, ctx, site, command)
    return answer(tx, ctx, structure, id)
  })

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentSection(await viewerContextOf(db, ctx, structure), itemOf(structure, 'site-section', id))
}
