import { type Session, sessions } from '#contract/sessions.ts'
import { oneTimeLink, useUp } from '../../auth/one-time-links.ts'
import { hashPassword, isPassword } from '../../auth/secrets.ts'
import {
  closeSession,
  closeSessionsOf,
  openSession,
  sessionCookie,
  sessionLife,
} from '../../auth/sessions.ts'
import { newThrottle } from '../../auth/throttle.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { refuseForeign } from '../../origin.ts'
import {
  changeOrganization,
  insertMember,
  insertOrganization,
  vacantOrganization,
} from '../organizations/queries.ts'
import { presentUser } from '../users/present.ts'
import { accountByEmail, changeUser, hasAccounts, insertUser, userSeen } from '../users/queries.ts'
import { organizationsOf } from './queries.ts'

const throttle = newThrottle()

export const sessionHandlers = handle(sessions, {
  async current(ctx) {
    return presentSession(ctx, ctx.caller.userId)
  },

  async signIn(ctx, { body: { email, password } }) {
    refuseForeign(ctx.request)
    const keys = [`email ${email.toLowerCase()}`, `ip ${ctx.request.ip} ${email.toLowerCase()}`]
    for (const key of keys) throttle.check(key, ctx.now())
    const account = await accountByEmail(ctx.db, email)
    if (!(await isPassword(account?.passwordHash ?? null, password)) || account === undefined) {
      for (const key of keys) throttle.failed(key, ctx.now())
      throw new DomainError('unauthenticated', 'E-mail address and password do not match')
    }
    for (const key of keys) throttle.succeeded(key)
    return signedIn(ctx, account.id)
  },

  async signOut(ctx) {
    const secret = ctx.request.cookies[sessionCookie]
    if (secret !== undefined) await closeSession(ctx.db, secret)
    ctx.reply.clearCookie(sessionCookie, { path: '/' })
    return undefined
  },

  async setUpState(ctx, { query: { link } }) {
    const needed = !(await hasAccounts(ctx.db))
    if (link === undefined) return { needed }
    const found = await oneTimeLink(ctx.db, link, ctx.now())
    if (found === undefined || (found.purpose === 'set-up' && !needed))
      return { needed, link: { valid: false } }
    const { purpose, email, displayName } = found
    return {
      needed,
      link: { valid: true, purpose, ...(email ? { email } : {}), ...(displayName ? { displayName } : {}) },
    }
  },

  async setUp(ctx, { body }) {
    refuseForeign(ctx.request)
    const passwordHash = await hashPassword(body.password)
    const userId = ctx.newId()
    await ctx.write(async (tx) => {
      const found = await oneTimeLink(tx, body.link, ctx.now())
      if (found?.purpose !== 'set-up' || !(await useUp(tx, body.link, ctx.now()))) throw deadLink()
      if (await hasAccounts(tx)) throw new DomainError('invalid_state', 'Lectern is set up already. Sign in')
      const now = ctx.now()
      await insertUser(tx, {
        id: userId,
        email: body.email,
        displayName: body.displayName,
        passwordHash,
        now,
      })
      const vacant = await vacantOrganization(tx)
      const organizationId = vacant?.id ?? ctx.newId()
      if (vacant) await changeOrganization(tx, organizationId, { title: body.organization }, now)
      else await insertOrganization(tx, { id: organizationId, title: body.organization, now })
      await insertMember(tx, { organizationId, userId, role: 'admin', now })
    })
    return signedIn(ctx, userId)
  },

  async redeem(ctx, { params: { link }, body: { password } }) {
    refuseForeign(ctx.request)
    const passwordHash = await hashPassword(password)
    const userId = await ctx.write(async (tx) => {
      const found = await oneTimeLink(tx, link, ctx.now())
      if (found?.purpose !== 'password' || found.userId === null) throw deadLink()
      if (!(await useUp(tx, link, ctx.now()))) throw deadLink()
      await changeUser(tx, found.userId, { password_hash: passwordHash }, ctx.now())
      await closeSessionsOf(tx, found.userId)
      return found.userId
    })
    return signedIn(ctx, userId)
  },
})

const deadLink = () => new DomainError('not_found', 'This link was used already or is out of date')

/** Opens a session in the caller's browser. */
async function signedIn(ctx: Context, userId: string): Promise<Session> {
  const secret = await openSession(ctx.db, {
    userId,
    userAgent: ctx.request.headers['user-agent'] ?? null,
    ip: ctx.request.ip,
    now: ctx.now(),
  })
  ctx.reply.setCookie(sessionCookie, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.urls.base.startsWith('https:'),
    maxAge: sessionLife / 1000,
  })
  return presentSession(ctx, userId)
}

async function presentSession(ctx: Context, userId: string): Promise<Session> {
  const [user, organizations] = await Promise.all([
    userSeen(ctx.db, userId, userId),
    organizationsOf(ctx.db, userId),
  ])
  return {
    object: 'session',
    user: presentUser(user, ctx.urls),
    organizations: organizations.map(({ id, title, role, logo }) => ({
      id,
      title,
      role,
      ...(logo === null ? {} : { logo }),
    })),
    expiresAt: new Date(ctx.now().getTime() + sessionLife).toISOString(),
  }
}
