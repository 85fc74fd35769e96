import {
  type AutomaticFollow,
  automaticFollows,
  type Follow,
  type FollowKind,
  follows,
  MAX_FOLLOWS,
  type NotificationSettings,
  notificationSettingsRoutes,
} from '#contract/follows.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import type { FollowedObject } from '../../notifications/event.ts'
import { countFollows, deleteFollow, followBy, putFollow } from '../../notifications/follow-queries.ts'
import { followOff, isInSpace, putFollowOff } from './queries.ts'

type Path = { readonly spaceId: string; readonly followKind: FollowKind; readonly followedId: string }

export const followHandlers = handle(follows, {
  async get(ctx, { params }) {
    return presentFollow(ctx, ctx.db, await objectIn(ctx, ctx.db, params))
  },

  async set(ctx, { params, body: { state } }) {
    const { organizationId } = ctx.access
    const { userId } = ctx.caller
    return ctx.write(async (tx) => {
      const object = await objectIn(ctx, tx, params)
      const chosen = { ...object, organizationId, userId, spaceId: params.spaceId, now: ctx.now() }
      if (state === 'none') await deleteFollow(tx, chosen)
      else {
        if ((await countFollows(tx, organizationId, userId)) >= MAX_FOLLOWS)
          throw new DomainError('invalid_state', `You follow ${MAX_FOLLOWS} objects. Unfollow some first`)
        await putFollow(tx, chosen, state)
      }
      return presentFollow(ctx, tx, object)
    })
  },
})

export const notificationSettingsHandlers = handle(notificationSettingsRoutes, {
  async get(ctx) {
    return presentSettings(await followOff(ctx.db, ctx.access.organizationId, ctx.caller.userId))
  },

  async update(ctx, { body: { follow = {} } }) {
    const { organizationId } = ctx.access
    const { userId } = ctx.caller
    return ctx.write(async (tx) => {
      const before = await followOff(tx, organizationId, userId)
      const off = automaticFollows.filter((one) => !(follow[one] ?? !before.includes(one)))
      await putFollowOff(tx, organizationId, userId, off)
      return presentSettings(off)
    })
  },
})

/** @throws {DomainError} `not_found` unless the space contains the object */
async function objectIn(
  ctx: Context,
  db: Db | Tx,
  { spaceId, followKind: kind, followedId: id }: Path,
): Promise<FollowedObject> {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  if (!(await isInSpace(db, at, { kind, id }))) throw notFound(kind.replace('-', ' '), id)
  return { kind, id }
}

async function presentFollow(ctx: Context, db: Db | Tx, object: FollowedObject): Promise<Follow> {
  const row = await followBy(db, ctx.access.organizationId, ctx.caller.userId, object)
  return {
    object: 'follow',
    ...object,
    state: row?.state ?? 'none',
    automatic: row !== undefined && row.automatic !== null,
  }
}

function presentSettings(off: readonly AutomaticFollow[]): NotificationSettings {
  const isOn = (one: AutomaticFollow) => !off.includes(one)
  return {
    object: 'notification-settings',
    follow: {
      authored: isOn('authored'),
      edited: isOn('edited'),
      commented: isOn('commented'),
      requested: isOn('requested'),
    },
  }
}
