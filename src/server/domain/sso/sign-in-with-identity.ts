import type { Role } from '#contract/shared/permissions.ts'
import { membershipOf } from '../../auth/grants.ts'
import { voidPasswordLinks } from '../../auth/one-time-links.ts'
import { closeSessionsOf } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { addMember } from '../organizations/add-member.ts'
import { revokeTokens } from '../tokens/queries.ts'
import {
  accountByEmail,
  accountOf,
  changeUser,
  insertUsersIfNew,
  lockAccountsByEmail,
  verifyAddress,
} from '../users/queries.ts'
import { isVerifiedDomain } from '../verified-domains/queries.ts'
import { applyGroups } from './apply-groups.ts'
import type { ExternalIdentity } from './external-identity.ts'
import {
  joinTeam,
  linkedUser,
  linkIdentity,
  lockIdentity,
  removeFactors,
  removePassword,
  unlinkIdentities,
} from './identity-queries.ts'
import { accountInQuestion, type IdentityFacts, planSignIn, type SignInPlan } from './rules.ts'

/** The settings of a provider that a sign-in needs. */
export type SignInProviderSettings = {
  readonly id: string
  readonly organizationId: string
  readonly label: string
  readonly defaultRole: Role | null
  readonly defaultTeamId: string | null
}

export type IdentitySignIn = Extract<SignInPlan, { type: 'refused' }> | { type: 'accepted'; userId: string }

type Requester = Pick<Context, 'now' | 'newId'> & { readonly requestId?: string }

/**
 * Finds or creates the account and the membership of a person whom a provider has signed in, and links them. Open the
 * session afterwards, in the same transaction.
 * @param signedInUserId the user who links the identity to their own account, null for a plain sign-in
 */
export async function signInWithIdentity(
  tx: Tx,
  ctx: Requester,
  provider: SignInProviderSettings,
  identity: ExternalIdentity,
  signedInUserId: string | null = null,
): Promise<IdentitySignIn> {
  const key = { organizationId: provider.organizationId, providerId: provider.id, subject: identity.subject }
  await lockIdentity(tx, key)
  if (identity.email !== null) await lockAccountsByEmail(tx, [identity.email])
  const plan = planSignIn(await identityFacts(tx, provider, identity, signedInUserId), signedInUserId)
  if (plan.type === 'refused') return plan
  const userId = plan.userId ?? (await createAccount(tx, ctx, identity))
  if (plan.account === 'existing' && signedInUserId === null) await proveAddress(tx, userId, ctx.now())
  await linkIdentity(tx, { ...key, userId, now: ctx.now() })
  const { displayName, email } = await accountOf(tx, userId)
  const by = actorOf(ctx, { userId, email, displayName })
  const target = { type: 'member', id: userId, label: displayName } as const
  const scope = { organizationId: provider.organizationId, target }
  if (plan.isNewMember) {
    const after = await join(tx, ctx, provider, userId)
    await recordAuditEvents(tx, by, { ...scope, action: 'member.join', after })
  }
  if (plan.account !== 'linked') {
    await recordAuditEvents(tx, by, { ...scope, action: 'member.link', after: { provider: provider.label } })
  }
  await applyGroups(tx, by, provider, userId, identity.groups)
  return { type: 'accepted', userId }
}

/** What a sign-in would do, without doing it. */
export const previewSignIn = async (
  db: Db,
  provider: SignInProviderSettings,
  identity: ExternalIdentity,
): Promise<SignInPlan> => planSignIn(await identityFacts(db, provider, identity, null), null)

async function identityFacts(
  db: Db | Tx,
  provider: SignInProviderSettings,
  { email, subject }: ExternalIdentity,
  signedInUserId: string | null,
): Promise<IdentityFacts> {
  const { organizationId } = provider
  const linkedUserId = await linkedUser(db, { organizationId, providerId: provider.id, subject })
  const domain = email?.slice(email.lastIndexOf('@') + 1)
  const account = email === null ? undefined : await accountByEmail(db, email)
  const accounts = { linkedUserId, emailUserId: account?.id ?? null }
  const userId = accountInQuestion(accounts, signedInUserId)
  const membership = userId === null ? undefined : await membershipOf(db, organizationId, userId)
  return {
    ...accounts,
    hasEmail: email !== null,
    isDomainVerified: domain !== undefined && (await isVerifiedDomain(db, organizationId, domain)),
    membership: membership === undefined ? 'none' : membership.disabled ? 'suspended' : 'active',
  }
}

/** Creates the account of a verified domain, with the name and the photo that the provider sent. */
async function createAccount(tx: Tx, ctx: Requester, identity: ExternalIdentity): Promise<string> {
  const { email, photoUrl } = identity
  if (email === null) throw new Error('An account is created without an email address')
  const now = ctx.now()
  const id = ctx.newId()
  const displayName = identity.displayName ?? email.slice(0, email.indexOf('@')).slice(0, 64)
  const created = await insertUsersIfNew(tx, [{ id, email, displayName, passwordHash: null, now }])
  if (created.length === 0) throw new DomainError('conflict', 'This account was just created. Try again')
  await verifyAddress(tx, id, now)
  if (photoUrl !== null) await changeUser(tx, id, { photo_url: photoUrl }, now)
  return id
}

/**
 * The owner of the domain vouches for the address. Before that anyone may have signed up with it, so nothing that gives
 * access to the account stays valid.
 */
async function proveAddress(tx: Tx, userId: string, now: Date): Promise<void> {
  if (!(await verifyAddress(tx, userId, now))) return
  await removePassword(tx, userId, now)
  await removeFactors(tx, userId)
  await revokeTokens(tx, userId)
  await voidPasswordLinks(tx, userId)
  await closeSessionsOf(tx, userId)
  await unlinkIdentities(tx, userId)
}

/** Adds a member with the default role and team of the provider. */
async function join(tx: Tx, ctx: Requester, provider: SignInProviderSettings, userId: string) {
  const { organizationId, defaultRole: role, defaultTeamId, label } = provider
  await addMember(tx, { organizationId, userId, role, sso: true, now: ctx.now() })
  const inTeam = defaultTeamId !== null && (await joinTeam(tx, organizationId, defaultTeamId, userId))
  return { role, sso: true, provider: label, ...(inTeam ? { team: defaultTeamId } : {}) }
}

/** The person who signs in as the actor of audit events. */
const actorOf = (
  { now, requestId }: Requester,
  person: { userId: string; email: string; displayName: string },
): AuditActor => ({
  now,
  ...(requestId === undefined ? {} : { requestId }),
  caller: { ...person, photoUrl: null, credential: { kind: 'session', id: '' }, readOnly: false },
})
