import { users } from '#contract/users.ts'
import { handle } from '../../handle.ts'
import { difference } from '../audit-events/record.ts'
import { recordAuditEventForAccount } from '../audit-events/record-for-account.ts'
import { presentUser } from './present.ts'
import { changeUser, lockAccount, userVisibleTo } from './queries.ts'

export const userHandlers = handle(users, {
  async current(ctx) {
    return presentUser(ctx.caller, ctx.urls)
  },

  async get(ctx, { params }) {
    return presentUser(await userVisibleTo(ctx.db, ctx.caller.userId, params.userId), ctx.urls)
  },

  async update(ctx, { params: { userId }, body }) {
    return ctx.write(async (tx) => {
      const account = await lockAccount(tx, userId)
      const before = { displayName: account.displayName, photoURL: account.photoUrl }
      const after = {
        displayName: body.displayName ?? before.displayName,
        photoURL: body.photoURL === undefined ? before.photoURL : body.photoURL,
      }
      const changed = difference(before, after)
      if (changed !== null) {
        const columns = { display_name: after.displayName, photo_url: after.photoURL }
        await changeUser(tx, userId, columns, ctx.now())
        const target = { type: 'account', id: userId, label: after.displayName } as const
        await recordAuditEventForAccount(tx, ctx, userId, { action: 'account.update', target, ...changed })
      }
      return presentUser(await userVisibleTo(tx, userId, userId), ctx.urls)
    })
  },
})
