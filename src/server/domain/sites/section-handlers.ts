import { api } from '#contract/api.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { handle } from '#server/handle.ts'
import { changeStructure, type SiteRef } from './change-structure.ts'
import { pageOfItems, sectionKey } from './item-pages.ts'
import { itemOf } from './structure/positions.ts'
import type { StructureCommand } from './structure/reducer.ts'
import { type Structure, sectionsInOrder } from './structure/structure.ts'
import { presentSection } from './structure-present.ts'
import { structureOf } from './structure-queries.ts'
import { viewerContextOf } from './viewer-context.ts'

export const siteSectionHandlers = handle(api.siteSections, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const sight = await viewerContextOf(ctx.db, ctx, structure, query.shareKey)
    const keyOf = (row: Structure['sections'][number]) => sectionKey(structure, row)
    return pageOfItems(sectionsInOrder(structure), keyOf, query, (row) => presentSection(sight, row))
  },

  async create(ctx, { params, body }) {
    return done(ctx, params, { type: 'add-section', ...body })
  },

  async update(ctx, { params, body }) {
    return done(ctx, params, { type: 'change-section', id: params.siteSectionId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) =>
      changeStructure(tx, ctx, params, { type: 'delete-section', id: params.siteSectionId }),
    )
    return undefined
  },

  async move(ctx, { params, body }) {
    const item = { type: 'site-section', id: params.siteSectionId } as const
    const { before, after } = body.position ?? {}
    const position = {
      before: before && { type: before.type, id: before.siteSection },
      after: after && { type: after.type, id: after.siteSection },
    }
    return done(ctx, params, { type: 'move', item, position })
  },
})

const done = (ctx: Context, site: SiteRef, act: StructureCommand) =>
  ctx.write(async (tx) => {
    const { structure, id } = await changeStructure(tx, ctx, site, act)
    return answer(tx, ctx, structure, id)
  })

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentSection(await viewerContextOf(db, ctx, structure), itemOf(structure, 'site-section', id))
}
