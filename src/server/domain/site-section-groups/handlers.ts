import { api } from '#contract/api.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import type { Arrangement } from '../site-structure/arranging/arranged.ts'
import { arrange, type SiteRef } from '../site-structure/arranging.ts'
import { pageOfParts } from '../site-structure/list.ts'
import { itemOf } from '../site-structure/placement.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { sightOf } from '../site-structure/sight.ts'
import type { Structure } from '../site-structure/structure.ts'
import { presentGroup } from './present.ts'

export const siteSectionGroupHandlers = handle(api.siteSectionGroups, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const sight = await sightOf(ctx.db, ctx, structure)
    return pageOfParts(
      structure.groups,
      ({ orderKey }) => [orderKey],
      query,
      (row) => presentGroup(sight, row),
    )
  },

  async create(ctx, { params, body }) {
    return done(ctx, params, { type: 'add-group', ...body })
  },

  async update(ctx, { params, body }) {
    return done(ctx, params, { type: 'change-group', id: params.siteSectionGroupId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) => arrange(tx, ctx, params, { type: 'delete-group', id: params.siteSectionGroupId }))
    return undefined
  },

  async addSection(ctx, { params, body: { sectionId } }) {
    const parent = params.siteSectionGroupId
    const item = { type: 'site-section', id: sectionId } as const
    return ctx.write(async (tx) => {
      const { structure } = await arrange(tx, unconditional(ctx), params, { type: 'move', item, parent })
      return answer(tx, ctx, structure, parent)
    })
  },

  async removeSection(ctx, { params }) {
    const { organizationId, siteId, siteSectionGroupId, siteSectionId } = params
    const item = { type: 'site-section', id: siteSectionId } as const
    await ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      const { id } = itemOf(before, 'site-section-group', siteSectionGroupId)
      if (itemOf(before, 'site-section', siteSectionId).groupId !== id)
        throw notFound('site section', siteSectionId)
      const behindGroup = { after: { type: 'site-section-group', id } } as const
      const act = { type: 'move', item, parent: null, position: behindGroup } as const
      await arrange(tx, unconditional(ctx), params, act)
    })
    return undefined
  },

  async move(ctx, { params, body: { position } }) {
    const item = { type: 'site-section-group', id: params.siteSectionGroupId } as const
    return done(ctx, params, { type: 'move', item, position, stays: true })
  },
})

const done = (ctx: Context, site: SiteRef, act: Arrangement) =>
  ctx.write(async (tx) => {
    const { structure, id } = await arrange(tx, ctx, site, act)
    return answer(tx, ctx, structure, id)
  })

/** Adding and removing write the section's row, whose version the caller does not name here. */
const unconditional = (ctx: Context): Context => ({ ...ctx, ifMatch: null })

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentGroup(await sightOf(db, ctx, structure), itemOf(structure, 'site-section-group', id))
}
