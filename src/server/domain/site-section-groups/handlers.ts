import { api } from '#contract/api.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { orderKeyAfter } from '../../order.ts'
import { placeSection } from '../site-sections/queries.ts'
import { pageOfParts } from '../site-structure/list.ts'
import { moveItem } from '../site-structure/moving.ts'
import { itemOf } from '../site-structure/placement.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { recorded } from '../site-structure/recorded.ts'
import { sightOf } from '../site-structure/sight.ts'
import { rootOf, type Structure } from '../site-structure/structure.ts'
import { presentGroup } from './present.ts'
import { changeGroup, deleteGroup, insertGroup } from './queries.ts'
import { type Placed, placesInNew, placesWithout } from './rules.ts'

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

  async create(ctx, { params: { organizationId, siteId }, body: { title, icon, sections = [] } }) {
    return ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      const taken = [...new Set(sections)].map((id) => itemOf(before, 'site-section', id))
      const id = ctx.newId()
      const orderKey = orderKeyAfter(rootOf(before).at(-1)?.orderKey ?? null)
      await insertGroup(tx, { organizationId, siteId, id, orderKey, title, icon: icon ?? null }, ctx.now())
      await place(tx, ctx, organizationId, id, placesInNew(taken))
      return answer(
        tx,
        ctx,
        await recorded(tx, ctx, before, await structureOf(tx, organizationId, siteId)),
        id,
      )
    })
  },

  async update(ctx, { params: { organizationId, siteId, siteSectionGroupId: id }, body: { title, icon } }) {
    const change = { ...(title === undefined ? {} : { title }), ...(icon === undefined ? {} : { icon }) }
    return ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      expectVersion(ctx, itemOf(before, 'site-section-group', id).version)
      if (Object.keys(change).length === 0) return answer(tx, ctx, before, id)
      await changeGroup(tx, organizationId, id, change, ctx.now())
      return answer(
        tx,
        ctx,
        await recorded(tx, ctx, before, await structureOf(tx, organizationId, siteId)),
        id,
      )
    })
  },

  async delete(ctx, { params: { organizationId, siteId, siteSectionGroupId } }) {
    await ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      const group = itemOf(before, 'site-section-group', siteSectionGroupId)
      expectVersion(ctx, group.version)
      await place(tx, ctx, organizationId, null, placesWithout(before, group))
      await deleteGroup(tx, organizationId, group.id)
      await recorded(tx, ctx, before, await structureOf(tx, organizationId, siteId))
    })
    return undefined
  },

  async addSection(ctx, { params: { organizationId, siteId, siteSectionGroupId }, body: { sectionId } }) {
    const moved = { organizationId, siteId, kind: 'site-section', id: sectionId } as const
    return ctx.write(async (tx) => {
      const structure = await moveItem(tx, unconditional(ctx), moved, { parent: siteSectionGroupId })
      return answer(tx, ctx, structure, siteSectionGroupId)
    })
  },

  async removeSection(ctx, { params: { organizationId, siteId, siteSectionGroupId, siteSectionId } }) {
    const moved = { organizationId, siteId, kind: 'site-section', id: siteSectionId } as const
    await ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      const { id } = itemOf(before, 'site-section-group', siteSectionGroupId)
      if (itemOf(before, 'site-section', siteSectionId).groupId !== id)
        throw notFound('site section', siteSectionId)
      const behindGroup = { after: { type: 'site-section-group', id } } as const
      await moveItem(tx, unconditional(ctx), moved, { parent: null, position: behindGroup })
    })
    return undefined
  },

  async move(ctx, { params: { organizationId, siteId, siteSectionGroupId }, body: { position } }) {
    const moved = { organizationId, siteId, kind: 'site-section-group', id: siteSectionGroupId } as const
    return ctx.write(async (tx) => {
      const structure = await moveItem(tx, ctx, moved, { position })
      return answer(tx, ctx, structure, siteSectionGroupId)
    })
  },
})

/** Adding and removing write the section's row, whose version the caller does not name here. */
const unconditional = (ctx: Context): Context => ({ ...ctx, ifMatch: null })

async function place(
  tx: Tx,
  ctx: Context,
  organizationId: string,
  parentId: string | null,
  placed: readonly Placed[],
) {
  for (const { section, orderKey } of placed) {
    await placeSection(tx, organizationId, section.id, { parentId, orderKey }, ctx.now())
  }
}

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentGroup(await sightOf(db, ctx, structure), itemOf(structure, 'site-section-group', id))
}
