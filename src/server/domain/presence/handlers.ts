import { PRESENCE_TTL_SECONDS, presence } from '#contract/presence.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentPresence } from './present.ts'
import { deleteExpired, deletePresence, presenceIn, upsertPresence } from './queries.ts'

export const presenceHandlers = handle(presence, {
  async list(ctx, { params: { spaceId } }) {
    return { people: (await presenceIn(ctx.db, at(ctx, spaceId), expiry(ctx))).map(presentPresence) }
  },

  async put(ctx, { params: { spaceId, clientId }, body }) {
    const beat = {
      userId: ctx.caller.userId,
      clientId,
      activity: body.activity,
      page: body.page ?? null,
      changeRequest: body.changeRequest ?? null,
    }
    const people = await ctx.write(async (tx) => {
      await deleteExpired(tx, expiry(ctx))
      await upsertPresence(tx, at(ctx, spaceId), beat, ctx.now())
      return presenceIn(tx, at(ctx, spaceId), expiry(ctx))
    })
    return { people: people.map(presentPresence) }
  },

  async delete(ctx, { params: { spaceId, clientId } }) {
    const { userId } = ctx.caller
    const was = await ctx.write((tx) => deletePresence(tx, at(ctx, spaceId), userId, clientId))
    if (!was) throw notFound('presence', clientId)
  },
})

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

/** Presence from before this moment has expired. */
const expiry = (ctx: Context): Date => new Date(ctx.now().getTime() - PRESENCE_TTL_SECONDS * 1000)
