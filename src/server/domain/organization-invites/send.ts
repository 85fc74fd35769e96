import type { z } from 'zod'
import type { organizationInvites } from '#contract/organization-invites.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { newOneTimeLinks, voidUnmailedLinks } from '../../auth/one-time-links.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import {
  insertMembersIfNew,
  lockMembersAmong,
  membersOfOtherOrganizations,
} from '../organizations/membership-queries.ts'
import { organizationJoinSettings } from '../organizations/queries.ts'
import { type EmailAccount, insertUsersIfNew, lockAccountsByEmail } from '../users/queries.ts'
import { verifiedDomainsAmong } from '../verified-domains/queries.ts'
import { distinctInvitees, type Invitee, mayBeSomeoneElse, nameOfAddress } from './rules.ts'

type InviteInput = z.output<typeof organizationInvites.send.body>

/**
 * Adds people as members by email address, creating accounts where needed, and sends invitations. An account that
 * may not belong to the owner of the address is not added, only reported; the same with addresses that no provider can
 * sign in, if they must use single sign-on.
 */
export async function invitePeople(tx: Tx, ctx: Context, { emails, role, sso }: InviteInput) {
  const { organizationId } = ctx.access
  const { defaultRole } = await organizationJoinSettings(tx, organizationId)
  const everyone = distinctInvitees(emails, role === undefined ? defaultRole : role)
  const failed = sso ? await withoutVerifiedDomain(tx, organizationId, everyone) : []
  const invitees = everyone.filter(({ email }) => !failed.includes(email))
  const { accounts, unproven } = await accountsFor(tx, ctx, invitees)
  const rows = invitees.flatMap(({ email, role }) => {
    const account = accounts.get(email)
    return account === undefined || unproven.includes(email) ? [] : [{ ...account, role }]
  })
  const addedIds = new Set(
    await insertMembersIfNew(
      tx,
      rows.map(({ userId, role }) => ({ organizationId, userId, role, sso, now: ctx.now() })),
    ),
  )
  const invited = rows.filter(({ userId }) => addedIds.has(userId))
  await completeInvitations(tx, ctx, invited)
  // People who use single sign-on need no link to choose a password.
  const people = sso ? invited.map((person) => ({ ...person, hasPassword: true })) : invited
  const links = sendsMail(ctx) ? undefined : await invitationLinks(tx, ctx, people)
  return {
    users: invited.map(({ userId }) => userId),
    invited: invited.length,
    ...(failed.length > 0 ? { failedSSOEmails: failed } : {}),
    ...(unproven.length > 0 ? { unverified: unproven } : {}),
    ...(links ? { links } : {}),
  }
}

/** The addresses of domains that the organization has not verified. */
async function withoutVerifiedDomain(
  tx: Tx,
  organizationId: string,
  invitees: readonly Invitee[],
): Promise<string[]> {
  const domainOf = ({ email }: Invitee) => email.slice(email.lastIndexOf('@') + 1)
  const verified = new Set(
    await verifiedDomainsAmong(tx, organizationId, [...new Set(invitees.map(domainOf))]),
  )
  return invitees.filter((invitee) => !verified.has(domainOf(invitee))).map(({ email }) => email)
}

type InvitedAccount = EmailAccount & { readonly role: Role | null }

/**
 * What follows once people are members: earlier links become invalid, invitations are sent, audit events recorded.
 */
async function completeInvitations(tx: Tx, ctx: Context, invited: readonly InvitedAccount[]): Promise<void> {
  const userIds = invited.map(({ userId }) => userId)
  await voidUnmailedLinks(tx, userIds)
  await enqueueInvitationEmails(tx, ctx, userIds)
  await recordAuditEvents(
    tx,
    ctx,
    ...invited.map(({ userId, displayName, email, role }) => ({
      action: 'member.invite' as const,
      target: { type: 'member' as const, id: userId, label: displayName },
      after: { email, role },
    })),
  )
}

const sendsMail = ({ config }: Context): boolean => config.mail.smtpUrl !== undefined

/**
 * The accounts of the invitees by address, created without a password where missing, and the addresses that are not
 * invited.
 */
async function accountsFor(tx: Tx, ctx: Context, invitees: readonly Invitee[]) {
  const users = invitees.map(({ email }) => ({
    id: ctx.newId(),
    email,
    displayName: nameOfAddress(email),
    passwordHash: null,
    now: ctx.now(),
  }))
  await insertUsersIfNew(tx, users)
  const accounts = await lockAccountsByEmail(
    tx,
    invitees.map(({ email }) => email),
  )
  const unproven = await unverifiedEmails(tx, ctx, accounts)
  return {
    accounts: new Map(accounts.map((account) => [account.email, account])),
    unproven,
  }
}

/** The addresses whose accounts may belong to someone else, except those of members. */
async function unverifiedEmails(tx: Tx, ctx: Context, accounts: readonly EmailAccount[]): Promise<string[]> {
  const { organizationId } = ctx.access
  const doubtful = accounts.filter(({ isVerified }) => !isVerified).map(({ userId }) => userId)
  const elsewhere = new Set(await membersOfOtherOrganizations(tx, organizationId, doubtful))
  const here = await lockMembersAmong(tx, organizationId, doubtful)
  return accounts
    .filter((account) => !here.has(account.userId))
    .filter((account) =>
      mayBeSomeoneElse({ ...account, isElsewhere: elsewhere.has(account.userId) }, sendsMail(ctx)),
    )
    .map(({ email }) => email)
}

/** Queues the invitation emails. */
export async function enqueueInvitationEmails(
  tx: Tx,
  ctx: Context,
  userIds: readonly string[],
): Promise<void> {
  const { organizationId } = ctx.access
  const by = ctx.caller.userId
  await ctx.jobs.enqueueEach(
    tx,
    'send-mail',
    userIds.map((userId) => ({ kind: 'invitation' as const, organizationId, userId, by })),
  )
}

/**
 * The links of the invitation emails, to be handed over when no email is sent. Only new accounts without another
 * organization get a secret link, because anyone who has it can set the password.
 */
export async function invitationLinks(
  tx: Tx,
  ctx: Pick<Context, 'access' | 'urls' | 'now'>,
  invited: readonly Pick<EmailAccount, 'userId' | 'email' | 'hasPassword'>[],
): Promise<{ email: string; url: string }[]> {
  const { organizationId } = ctx.access
  const withoutPassword = invited.filter(({ hasPassword }) => !hasPassword).map(({ userId }) => userId)
  const elsewhere = new Set(await membersOfOtherOrganizations(tx, organizationId, withoutPassword))
  const newAccounts = withoutPassword.filter((userId) => !elsewhere.has(userId))
  const now = ctx.now()
  const secrets = await newOneTimeLinks(
    tx,
    newAccounts.map((userId) => ({ purpose: 'password', userId, now })),
  )
  const secretOf = new Map(newAccounts.map((userId, index) => [userId, secrets[index]]))
  return invited.map(({ userId, email }) => {
    const secret = secretOf.get(userId)
    return { email, url: secret ? ctx.urls.app('link', secret) : ctx.urls.app('o', organizationId) }
  })
}
