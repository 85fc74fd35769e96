import { api } from '#contract/api.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import type { Arrangement } from '../site-structure/arranging/arranged.ts'
import { arrange, type SiteRef } from '../site-structure/arranging.ts'
import { pageOfParts, siteSpaceKey } from '../site-structure/list.ts'
import { itemOf } from '../site-structure/placement.ts'
import { structureOf } from '../site-structure/queries.ts'
import { sightOf } from '../site-structure/sight.ts'
import { defaultSiteSpaceIn, type Structure, siteSpacesInOrder } from '../site-structure/structure.ts'
import { duplicateBeside } from './duplicating.ts'
import { presentSiteSpaces } from './present.ts'

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

  async create(ctx, { params, body }) {
    return done(ctx, params, { type: 'add-space', ...body })
  },

  async update(ctx, { params, body }) {
    return done(ctx, params, { type: 'change-space', id: params.siteSpaceId, ...body })
  },

  async delete(ctx, { params }) {
    await ctx.write((tx) => arrange(tx, ctx, params, { type: 'remove-space', id: params.siteSpaceId }))
    return undefined
  },

  async duplicate(ctx, { params }) {
    return ctx.write(async (tx) => {
      const { structure, id } = await duplicateBeside(tx, ctx, params, params.siteSpaceId)
      return answer(tx, ctx, structure, id)
    })
  },

  async move(ctx, { params, body }) {
    const item = { type: 'site-space', id: params.siteSpaceId } as const
    const { before, after } = body.position ?? {}
    const position = {
      before: before && { type: before.type, id: before.siteSpace },
      after: after && { type: after.type, id: after.siteSpace },
    }
    return done(ctx, params, { type: 'move', item, parent: body.section, position, stays: true })
  },
})

const done = (ctx: Context, site: SiteRef, act: Arrangement) =>
  ctx.write(async (tx) => {
    const { structure, id } = await arrange(tx, ctx, site, act)
    return answer(tx, ctx, structure, id)
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
