import { users } from '#contract/users.ts'
import { handle } from '../../handle.ts'
import { presentUser } from './present.ts'
import { changeUser, userSeen } from './queries.ts'

export const userHandlers = handle(users, {
  async current(ctx) {
    return presentUser(ctx.caller, ctx.urls)
  },

  async get(ctx, { params }) {
    return presentUser(await userSeen(ctx.db, ctx.caller.userId, params.userId), ctx.urls)
  },

  async update(ctx, { params: { userId }, body: { displayName, photoURL } }) {
    const change = {
      ...(displayName === undefined ? {} : { display_name: displayName }),
      ...(photoURL === undefined ? {} : { photo_url: photoURL }),
    }
    return ctx.write(async (tx) => {
      if (Object.keys(change).length > 0) await changeUser(tx, userId, change, ctx.now())
      return presentUser(await userSeen(tx, userId, userId), ctx.urls)
    })
  },
})
