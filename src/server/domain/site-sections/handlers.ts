import { api } from '#contract/api.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import type { Arrangement } from '../site-structure/arranging/arranged.ts'
import { arrange, type SiteRef } from '../site-structure/arranging.ts'
import { pageOfParts, sectionKey } from '../site-structure/list.ts'
import { itemOf } from '../site-structure/placement.ts'
import { structureOf } from '../site-structure/queries.ts'
import { sightOf } from '../site-structure/sight.ts'
import { type Structure, sectionsInOrder } from '../site-structure/structure.ts'
import { presentSection } from './present.ts'

export const siteSectionHandlers = handle(api.siteSections, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const sight = await sightOf(ctx.db, ctx, structure, query.shareKey)
    const keyOf = (row: Structure['sections'][number]) => sectionKey(structure, row)
    return pageOfParts(sectionsInOrder(structure), keyOf, query, (row) => presentSection(sight, row))
  },

  async create(ctx, { params, body }) {
    return done(ctx, params, { type: 'add-section', ...body })
  },

  async update(ctx, { params, body }) {
    return done(ctx, params, { type: 'change-section', id: params.siteSectionId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) => arrange(tx, ctx, params, { type: 'delete-section', id: params.siteSectionId }))
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

const done = (ctx: Context, site: SiteRef, act: Arrangement) =>
  ctx.write(async (tx) => {
    const { structure, id } = await arrange(tx, ctx, site, act)
    return answer(tx, ctx, structure, id)
  })

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentSection(await sightOf(db, ctx, structure), itemOf(structure, 'site-section', id))
}
