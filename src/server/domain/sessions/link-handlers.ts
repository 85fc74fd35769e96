import { sessions } from '#contract/sessions.ts'
import {
  consumeOneTimeLink,
  hasVerifiedAddress,
  oneTimeLink,
  voidPasswordLinks,
} from '../../auth/one-time-links.ts'
import { hashPassword } from '../../auth/secrets.ts'
import { closeSessionsOf } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { OneTimeLinkTable } from '../../db/tables/people.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { recordAuditEventForAccount } from '../audit-events/record-for-account.ts'
import { insertMember } from '../organizations/membership-queries.ts'
import {
  changeOrganization,
  insertOrganization,
  organizationWithoutMembers,
} from '../organizations/queries.ts'
import { deleteChallengesOf } from '../second-factor/challenge-queries.ts'
import { revokeTokens } from '../tokens/queries.ts'
import { changeUser, hasAccounts, insertUser, verifyAddress } from '../users/queries.ts'
import {
  completeSignIn,
  openVerifiedSession,
  presentOpenedSession,
  presentSignIn,
} from './complete-sign-in.ts'
import { actorFor } from './present-session.ts'

/** Operations by one-time link. */
export const linkHandlers = handle(sessions, {
  async setUpState(ctx, { query: { link } }) {
    const needed = !(await hasAccounts(ctx.db))
    if (link === undefined) return { needed }
    const stored = await oneTimeLink(ctx.db, link, ctx.now())
    if (stored === undefined || (stored.purpose === 'set-up' && !needed))
      return { needed, link: { valid: false } }
    const { purpose, email, displayName } = stored
    return {
      needed,
      link: { valid: true, purpose, ...(email ? { email } : {}), ...(displayName ? { displayName } : {}) },
    }
  },

  async setUp(ctx, { body }) {
    expectSameOrigin(ctx.request)
    // Checked first, here and below, because hashing a password is expensive.
    await expectValidLink(ctx.db, ctx, body.link, 'set-up')
    const passwordHash = await hashPassword(body.password)
    const userId = ctx.newId()
    const opened = await ctx.write(async (tx) => {
      if (!(await consumeOneTimeLink(tx, body.link, ctx.now()))) throw invalidLink()
      if (await hasAccounts(tx)) throw new DomainError('invalid_state', 'Lectern is already set up. Sign in')
      const now = ctx.now()
      const { displayName } = body
      const email = body.email.toLowerCase()
      await insertUser(tx, { id: userId, email, displayName, passwordHash, now })
      await verifyAddress(tx, userId, now)
      await firstOrganization(tx, ctx, { userId, email, displayName }, body.organization)
      return openVerifiedSession(tx, ctx, { userId, method: 'one-time-link' })
    })
    return presentOpenedSession(ctx, opened)
  },

  async redeem(ctx, { params: { link }, body: { password } }) {
    expectSameOrigin(ctx.request)
    await expectValidLink(ctx.db, ctx, link, 'password')
    const passwordHash = await hashPassword(password)
    const outcome = await ctx.write(async (tx) => {
      const account = await consumeLink(tx, ctx, link, 'password')
      await changeUser(tx, account.userId, { password_hash: passwordHash }, ctx.now())
      // Before the address was verified, someone else may have used the account; their tokens must not stay valid.
      const isProven = account.mailed && (await verifyAddress(tx, account.userId, ctx.now()))
      if (isProven) await revokeTokens(tx, account.userId)
      await voidPasswordLinks(tx, account.userId)
      await closeSessionsOf(tx, account.userId)
      await deleteChallengesOf(tx, account.userId)
      await recordAuditEventForAccount(tx, actorFor(ctx, account), account.userId, {
        action: 'account.password',
        target: { type: 'account', id: account.userId, label: account.displayName },
      })
      return completeSignIn(tx, ctx, { userId: account.userId, method: 'one-time-link' })
    })
    return presentSignIn(ctx, outcome)
  },

  async verifyEmail(ctx, { params: { link } }) {
    expectSameOrigin(ctx.request)
    await ctx.write(async (tx) => {
      const account = await consumeLink(tx, ctx, link, 'email').catch(async (error: unknown) => {
        if (error instanceof DomainError && (await hasVerifiedAddress(tx, link))) return null
        throw error
      })
      if (account === null) return
      if (!(await verifyAddress(tx, account.userId, ctx.now()))) return
      await recordAuditEventForAccount(tx, actorFor(ctx, account), account.userId, {
        action: 'account.update',
        target: { type: 'account', id: account.userId, label: account.displayName },
        before: { emailVerified: false },
        after: { emailVerified: true },
      })
    })
    return undefined
  },
})

/**
 * Uses up a link and returns its account.
 * @throws {DomainError} 404 when it was used, has expired or is of another kind
 */
async function consumeLink(tx: Tx, ctx: Context, link: string, purpose: OneTimeLinkTable['purpose']) {
  const stored = await expectValidLink(tx, ctx, link, purpose)
  if (!(await consumeOneTimeLink(tx, link, ctx.now()))) throw invalidLink()
  const { userId, email, displayName, mailed } = stored
  if (userId === null || email === null || displayName === null) throw invalidLink()
  return { userId, email, displayName, mailed }
}

/** @throws {DomainError} 404 when it was used, has expired or is of another kind */
async function expectValidLink(
  db: Context['db'] | Tx,
  ctx: Context,
  link: string,
  purpose: OneTimeLinkTable['purpose'],
) {
  const stored = await oneTimeLink(db, link, ctx.now())
  if (stored?.purpose !== purpose) throw invalidLink()
  return stored
}

const invalidLink = () => new DomainError('not_found', 'This link has expired or was already used')

/** Adds the first admin to the organization created at the first start, or to a new one. */
async function firstOrganization(
  tx: Tx,
  ctx: Context,
  admin: { userId: string; email: string; displayName: string },
  title: string,
): Promise<void> {
  const now = ctx.now()
  const vacant = await organizationWithoutMembers(tx)
  const organizationId = vacant?.id ?? ctx.newId()
  if (vacant) await changeOrganization(tx, organizationId, { title }, now)
  else await insertOrganization(tx, { id: organizationId, title, now })
  await insertMember(tx, { organizationId, userId: admin.userId, role: 'admin', now })
  await recordAuditEvents(tx, actorFor(ctx, admin), {
    organizationId,
    action: 'organization.create',
    target: { type: 'organization', id: organizationId, label: title },
    after: { title },
  })
}
