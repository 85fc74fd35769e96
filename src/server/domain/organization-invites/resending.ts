import { members } from '#contract/members.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { record } from '../audit-events/record.ts'
import { memberOf } from '../members/queries.ts'
import { accountOf } from '../users/queries.ts'
import { linksFor, writeTo } from './sending.ts'

/** The letter to somebody who was invited and has not come yet, once more. */
export const resendHandlers = handle(members, {
  async resendInvite(ctx, { params: { organizationId, userId } }) {
    return ctx.write(async (tx) => {
      const { disabled } = await memberOf(tx, organizationId, userId)
      const { email, displayName, passwordHash } = await accountOf(tx, userId)
      if (passwordHash !== null) throw notWaiting(`${displayName} has chosen a password already`)
      if (disabled) throw notWaiting(`${displayName} is suspended. Reinstate them first`)
      await writeTo(tx, ctx, [userId])
      const target = { type: 'member', id: userId, label: displayName } as const
      await record(tx, ctx, { action: 'member.invite', target, after: { email } })
      if (ctx.config.mail.smtpUrl !== undefined) return {}
      const [link] = await linksFor(tx, ctx, [{ userId, email, hasPassword: false }])
      return link === undefined ? {} : { url: link.url }
    })
  },
})

const notWaiting = (message: string) => new DomainError('invalid_state', message)
