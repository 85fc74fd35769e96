import type { Session } from '#contract/sessions.ts'
import { isOperator } from '../../auth/operators.ts'
import { SESSION_LIFETIME_MS } from '../../auth/sessions.ts'
import type { Caller, Context } from '../../context.ts'
import type { AuditActor } from '../audit-events/record.ts'
import { presentUser } from '../users/present.ts'
import { accountOf } from '../users/queries.ts'
import { organizationsOf } from './queries.ts'

/** The session of a signed-in user, as the API returns it. */
export async function presentSession(ctx: Context, userId: string): Promise<Session> {
  const [account, organizations] = await Promise.all([
    accountOf(ctx.db, userId),
    organizationsOf(ctx.db, userId),
  ])
  return {
    object: 'session',
    user: presentUser(account, ctx.urls),
    organizations: organizations.map(({ id, title, role, logo }) => ({
      id,
      title,
      role,
      ...(logo === null ? {} : { logo }),
    })),
    expiresAt: new Date(ctx.now().getTime() + SESSION_LIFETIME_MS).toISOString(),
    account: {
      emailVerified: account.emailVerifiedAt !== null,
      hasPassword: account.passwordHash !== null,
      secondFactor: account.secondFactor,
      operator:
        ctx.caller.signIn?.wholeAccount !== false &&
        (await isOperator(ctx.db, { userId, email: account.email }, ctx.config)),
    },
  }
}

/** The actor for audit events of a user who is not signed in, such as one who follows a link. */
export const actorFor = (
  { now, requestId }: Context,
  person: Pick<Caller, 'userId' | 'email' | 'displayName'>,
): AuditActor & { readonly caller: Caller } => ({
  now,
  requestId,
  caller: { ...person, photoUrl: null, credential: { kind: 'session', id: '' }, readOnly: false },
})
