import { api } from '#contract/api.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { orderKeyAfter } from '../../order.ts'
import { holdJoining, type Joining } from '../site-spaces/joining.ts'
import { gatherInSection, holdSpaces, insertSiteSpaces, spaceIdsOf } from '../site-spaces/queries.ts'
import { expectCondition } from '../site-structure/conditions.ts'
import { pageOfParts, sectionKey } from '../site-structure/list.ts'
import { moveItem } from '../site-structure/moving.ts'
import { freePath } from '../site-structure/paths.ts'
import { itemOf } from '../site-structure/placement.ts'
import { holdSite, structureOf } from '../site-structure/queries.ts'
import { settleRecorded } from '../site-structure/recorded.ts'
import { sightOf } from '../site-structure/sight.ts'
import { rootOf, type Structure, sectionsInOrder } from '../site-structure/structure.ts'
import { presentSection } from './present.ts'
import { changeSection, deleteSection, insertSection, type SectionChange } from './queries.ts'
import { firstSection, mayBeDefaultIn, mayDelete, mayTakePath, sectionTitle } from './rules.ts'

export const siteSectionHandlers = handle(api.siteSections, {
  async list(ctx, { params, query }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const sight = await sightOf(ctx.db, ctx, structure, query.shareKey)
    const keyOf = (row: Structure['sections'][number]) => sectionKey(structure, row)
    return pageOfParts(sectionsInOrder(structure), keyOf, query, (row) => presentSection(sight, row))
  },

  async create(ctx, { params: { organizationId, siteId }, body }) {
    return ctx.write(async (tx) => {
      const [space] = await holdJoining(tx, ctx, [body.spaceId])
      if (space === undefined) throw notFound('space', body.spaceId)
      const before = await holdSite(tx, organizationId, siteId)
      const structure = await withFirstSection(tx, ctx, before)
      const title = sectionTitle(body.title, space.title, before.site.title)
      const id = await addSection(tx, ctx, structure, { space, title, icon: body.icon ?? null })
      return answer(tx, ctx, await settleRecorded(tx, ctx, before), id)
    })
  },

  async update(ctx, { params: { organizationId, siteId, siteSectionId }, body }) {
    if (body.condition != null) expectCondition(body.condition)
    const change = changeOf(body)
    return ctx.write(async (tx) => {
      const before = await holdSite(tx, organizationId, siteId)
      const section = itemOf(before, 'site-section', siteSectionId)
      expectVersion(ctx, section.version)
      if (Object.keys(change).length === 0) return answer(tx, ctx, before, siteSectionId)
      if (body.path !== undefined) mayTakePath(before, section, body.path)
      if (body.defaultSiteSpace !== undefined) mayBeDefaultIn(before, section, body.defaultSiteSpace)
      await changeSection(tx, organizationId, siteSectionId, change, ctx.now())
      return answer(tx, ctx, await settleRecorded(tx, ctx, before), siteSectionId)
    })
  },

  async delete(ctx, { params: { organizationId, siteId, siteSectionId } }) {
    await ctx.write(async (tx) => {
      await holdSpaces(tx, organizationId, await spaceIdsOf(tx, organizationId, siteId))
      const before = await holdSite(tx, organizationId, siteId)
      const section = itemOf(before, 'site-section', siteSectionId)
      expectVersion(ctx, section.version)
      mayDelete(before, section)
      await deleteSection(tx, organizationId, siteSectionId)
      await settleRecorded(tx, ctx, before)
    })
    return undefined
  },

  async move(ctx, { params: { organizationId, siteId, siteSectionId }, body }) {
    const moved = { organizationId, siteId, kind: 'site-section', id: siteSectionId } as const
    const { before, after } = body.position ?? {}
    const position = {
      before: before && { type: before.type, id: before.siteSection },
      after: after && { type: after.type, id: after.siteSection },
    }
    return ctx.write(async (tx) => {
      const structure = await moveItem(tx, ctx, moved, { position, follow: true })
      return answer(tx, ctx, structure, siteSectionId)
    })
  },
})

/** The site with sections: the first one takes in the spaces that the site has shown so far. */
async function withFirstSection(tx: Tx, ctx: Context, before: Structure): Promise<Structure> {
  const first = firstSection(before)
  if (first === null) return before
  const { organizationId, id: siteId } = before.site
  const id = ctx.newId()
  const section = {
    organizationId,
    siteId,
    id,
    orderKey: orderKeyAfter(rootOf(before).at(-1)?.orderKey ?? null),
    icon: null,
    ...first,
  }
  await insertSection(tx, section, ctx.now())
  await gatherInSection(tx, organizationId, siteId, id, ctx.now())
  return structureOf(tx, organizationId, siteId)
}

type Added = { readonly space: Joining; readonly title: string; readonly icon: string | null }

/** Writes a section with its one space behind all others; answers its id. */
async function addSection(tx: Tx, ctx: Context, structure: Structure, { space, title, icon }: Added) {
  const { organizationId, id: siteId } = structure.site
  const [id, siteSpaceId] = [ctx.newId(), ctx.newId()]
  const orderKey = orderKeyAfter(rootOf(structure).at(-1)?.orderKey ?? null)
  const path = freePath(structure.sections, title)
  const section = { organizationId, siteId, id, orderKey, title, path, icon, defaultSiteSpaceId: siteSpaceId }
  await insertSection(tx, section, ctx.now())
  const siteSpace = {
    organizationId,
    siteId,
    id: siteSpaceId,
    sectionId: id,
    spaceId: space.id,
    orderKey: orderKeyAfter(null),
    path: freePath([], space.title),
  }
  await insertSiteSpaces(tx, [siteSpace], ctx.now())
  return id
}

type Body = {
  readonly title?: string | undefined
  readonly path?: string | undefined
  readonly defaultSiteSpace?: string | undefined
  readonly condition?: string | null | undefined
  readonly icon?: string | null | undefined
  readonly description?: string | null | undefined
}

const changeOf = ({ title, path, defaultSiteSpace, condition, icon, description }: Body): SectionChange => ({
  ...(title === undefined ? {} : { title }),
  ...(path === undefined ? {} : { path }),
  ...(defaultSiteSpace === undefined ? {} : { default_site_space_id: defaultSiteSpace }),
  ...(condition === undefined ? {} : { condition }),
  ...(icon === undefined ? {} : { icon }),
  ...(description === undefined ? {} : { description: description === '' ? null : description }),
})

async function answer(db: Db, ctx: Context, structure: Structure, id: string) {
  return presentSection(await sightOf(db, ctx, structure), itemOf(structure, 'site-section', id))
}
