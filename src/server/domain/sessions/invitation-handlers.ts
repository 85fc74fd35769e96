import { sessions } from '#contract/sessions.ts'
import { hashPassword } from '../../auth/secrets.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import { joinByInvite } from '../organization-invites/join.ts'
import { openInvite } from '../organization-invites/queries.ts'
import { insertUsersIfNew } from '../users/queries.ts'
import { openVerifiedSession, presentOpenedSession } from './complete-sign-in.ts'
import { actorFor } from './present-session.ts'

/** Invite links for people without an account. */
export const invitationHandlers = handle(sessions, {
  async getInvitation(ctx, { params: { organizationId, inviteId } }) {
    const invite = await openInvite(ctx.db, organizationId, inviteId)
    return {
      organization: {
        id: invite.organizationId,
        title: invite.organizationTitle,
        ...(invite.logo === null ? {} : { logo: invite.logo }),
      },
      to: { type: invite.subjectKind ?? 'organization', title: invite.title },
      role: invite.role,
    }
  },

  async signUp(ctx, { body: { organizationId, inviteId, displayName, email, password } }) {
    expectSameOrigin(ctx.request)
    // Checked first, because hashing a password is expensive.
    await openInvite(ctx.db, organizationId, inviteId)
    const passwordHash = await hashPassword(password)
    const person = { userId: ctx.newId(), email: email.toLowerCase(), displayName }
    const opened = await ctx.write(async (tx) => {
      const account = { id: person.userId, email, displayName, passwordHash, now: ctx.now() }
      if ((await insertUsersIfNew(tx, [account])).length === 0) throw hasAccount()
      await joinByInvite(tx, actorFor(ctx, person), { organizationId, inviteId })
      return openVerifiedSession(tx, ctx, { userId: person.userId, method: 'password' })
    })
    return presentOpenedSession(ctx, opened)
  },
})

const hasAccount = () =>
  new DomainError('conflict', 'This address already has an account. Sign in or request a new password', {
    issues: [{ path: ['body', 'email'], message: 'This address already has an account' }],
  })
