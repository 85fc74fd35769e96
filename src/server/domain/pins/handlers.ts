import { MAX_PINS, type Pin, pins } from '#contract/pins.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { sitesByIds } from '../sites/queries.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { deletePin, insertPin, type PinRow, type PinTarget, pinsOf } from './queries.ts'

export const pinHandlers = handle(pins, {
  async list(ctx) {
    return { items: await presentPins(ctx, ctx.db) }
  },

  async add(ctx, { body }) {
    const pinner = viewerOf(ctx)
    return ctx.write(async (tx) => {
      await expectVisible(ctx, tx, body)
      const pinned = await pinsOf(tx, pinner)
      if (pinned.length >= MAX_PINS && !pinned.some(({ id }) => id === body.id))
        throw new DomainError('invalid_state', `You have ${MAX_PINS} pins. Unpin something first`)
      await insertPin(tx, pinner, body, ctx.now())
      return { items: await presentPins(ctx, tx) }
    })
  },

  async remove(ctx, { params: { pinnedId } }) {
    await ctx.write((tx) => deletePin(tx, viewerOf(ctx), pinnedId))
    return undefined
  },
})

async function expectVisible(ctx: Context, tx: Tx, { kind, id }: PinTarget): Promise<void> {
  const found =
    kind === 'space'
      ? (await spacesByIds(tx, viewerOf(ctx), [id])).filter(({ deletedAt }) => deletedAt === null)
      : await sitesByIds(tx, viewerOf(ctx), [id])
  if (found.length === 0) throw notFound(kind, id)
}

/** The pins whose spaces and sites the caller may still see. */
async function presentPins(ctx: Context, db: Db | Tx): Promise<Pin[]> {
  const viewer = viewerOf(ctx)
  const rows = await pinsOf(db, viewer)
  const idsOf = (kind: PinRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const [spaceIds, siteIds] = [idsOf('space'), idsOf('site')]
  const spaces = spaceIds.length === 0 ? [] : await spacesByIds(db, viewer, spaceIds)
  const sites = await sitesByIds(db, viewer, siteIds)
  const spaceById = new Map(spaces.flatMap((one) => (one.deletedAt === null ? [[one.id, one] as const] : [])))
  const siteById = new Map(sites.map((one) => [one.id, one]))
  return rows.flatMap(({ kind, id, pinnedAt }): Pin[] => {
    const common = { object: 'pin' as const, kind, id, pinnedAt: pinnedAt.toISOString() }
    const site = siteById.get(id)
    if (site) return [{ ...common, title: site.title, changeRequestsOpen: 0 }]
    const space = spaceById.get(id)
    if (!space) return []
    const { title, emoji, changeRequestsOpen } = space
    return [{ ...common, title, ...(emoji === null ? {} : { emoji }), changeRequestsOpen }]
  })
}
