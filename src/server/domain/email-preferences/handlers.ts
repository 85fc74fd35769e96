import { emailPreferenceRoutes } from '#contract/email-preferences.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { lockAccount } from '../users/queries.ts'
import { presentPreferences } from './present.ts'
import { clearUndeliverable, preferencesOf, storePreferences, undeliverableOf } from './queries.ts'

export const emailPreferenceHandlers = handle(emailPreferenceRoutes, {
  async get(ctx, { params }) {
    return preferences(ctx.db, params.userId)
  },

  async update(ctx, { params: { userId }, body }) {
    return ctx.write(async (tx) => {
      await lockAccount(tx, userId)
      const before = await preferencesOf(tx, userId)
      expectVersion(ctx, before.version)
      const after = {
        frequencies: { ...before.frequencies, ...body.frequencies },
        digestHour: body.digest?.hour ?? before.digestHour,
        timeZone: body.digest?.timeZone ?? before.timeZone,
        version: before.version + 1,
      }
      await storePreferences(tx, userId, after, ctx.now())
      return preferences(tx, userId)
    })
  },

  async retry(ctx, { params: { userId } }) {
    return ctx.write(async (tx) => {
      await clearUndeliverable(tx, { userId })
      return preferences(tx, userId)
    })
  },
})

async function preferences(db: Context['db'] | Tx, userId: string) {
  const [row, undeliverable] = await Promise.all([preferencesOf(db, userId), undeliverableOf(db, [userId])])
  return presentPreferences(row, undeliverable.get(userId))
}
