import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import type { SignInMethod } from '#contract/sign-ins.ts'
import { coalesceReads } from '../coalesce-reads.ts'
import type { Caller, Service } from '../context.ts'
import { type Db, prepared } from '../db/client.ts'
import { type MembershipWithPolicy, policyOf } from './grants.ts'
import { hashOf } from './secrets.ts'
import type { SignIn, SignInPolicy } from './sign-in-policy.ts'

/** The owner of a credential, and further values from the same query. */
export type Identity = {
  readonly caller: Caller
  readonly lastUsedAt: Date | null
  /** The caller's membership in the organization of the request, undefined without one. */
  readonly membership: MembershipWithPolicy | undefined
  /** Increases with every change of that organization's lists. */
  readonly stamp: number
}

/**
 * The organizations of the providers of a `session`. A provider that is deleted no longer counts. Sessions that a former
 * version opened have only `provider_id`.
 */
export const providerOrganizations = sql`array(
  select provider.organization_id from sso_provider provider where provider.id = session.provider_id
  union select provider.organization_id from session_provider used
    join sso_provider provider on provider.id = used.provider_id where used.session_id = session.id)`

/** How a session was opened, as queries return it; all null for a token. */
export type SignInRow = {
  method: SignInMethod | null
  providerOrganizations: string[] | null
  wholeAccount: boolean | null
  secondFactor: boolean | null
}

export function signInOf(row: SignInRow): SignIn | undefined {
  if (row.method === null) return undefined
  return {
    method: row.method,
    providerOrganizations: row.providerOrganizations ?? [],
    wholeAccount: row.wholeAccount ?? false,
    secondFactor: row.secondFactor ?? false,
  }
}

type Row = {
  userId: string
  email: string
  displayName: string
  photoUrl: string | null
  credentialId: string
  readOnly: boolean
  lastUsedAt: Date | null
  method: SignInMethod | null
  providerOrganizations: string[] | null
  wholeAccount: boolean | null
  confirmed: boolean | null
  memberRole: Role | null
  disabled: boolean | null
  memberSso: boolean | null
  organizationSso: boolean | null
  secondFactor: SignInPolicy['secondFactor'] | null
  stamp: number | null
}

/** The kind of credential, its hash, and the organization of the request. */
type CredentialQuery = {
  readonly kind: 'token' | 'session'
  readonly hash: string
  readonly organizationId: string
}

export type CallerLookup = (
  kind: CredentialQuery['kind'],
  secret: string,
  organizationId?: string,
) => Promise<Identity | null>

/**
 * Finds the owner of a credential and their membership in an organization with one indexed query. Concurrent requests
 * with the same credential share a query that starts after they arrived, so that none gets an outdated result.
 */
export function callerLookup({ db, now }: Pick<Service, 'db' | 'now'>): CallerLookup {
  const read = coalesceReads((key) => callerBy(db, JSON.parse(key) as CredentialQuery, now()))
  return (kind, secret, organizationId = '') =>
    read(
      JSON.stringify({
        kind,
        hash: hashOf(secret).toString('base64'),
        organizationId,
      } satisfies CredentialQuery),
    )
}

async function callerBy(
  db: Db,
  { kind, hash, organizationId }: CredentialQuery,
  now: Date,
): Promise<Identity | null> {
  const hashBytes = Buffer.from(hash, 'base64')
  const credential =
    kind === 'token'
      ? sql`select token.id, token.user_id, token.read_only, token.last_used_at, null as method,
          null::text[] as provider_organizations, null::boolean as whole_account, null::boolean as second_factor
          from api_token token
          where token.hash = ${hashBytes} and (token.expires_at is null or token.expires_at > ${now})`
      : sql`select session.id, session.user_id, false as read_only, session.last_seen_at as last_used_at, session.method,
          ${providerOrganizations} as provider_organizations,
          session.whole_account, session.second_factor
          from session where session.hash = ${hashBytes} and session.expires_at > ${now}`
  const { rows } = await sql<Row>`${prepared}
    select account.id as "userId", account.email, account.display_name as "displayName",
      account.photo_url as "photoUrl", owner.id as "credentialId", owner.read_only as "readOnly",
      owner.last_used_at as "lastUsedAt", owner.method,
      owner.provider_organizations as "providerOrganizations", owner.whole_account as "wholeAccount",
      owner.second_factor as confirmed,
      member.role as "memberRole", member.disabled, member.sso as "memberSso",
      organization.sso as "organizationSso", organization.second_factor as "secondFactor", counted.stamp
    from (${credential}) owner
    join user_account account on account.id = owner.user_id
    left join member on member.organization_id = ${organizationId} and member.user_id = owner.user_id
    left join organization on organization.id = member.organization_id
    left join organization_stamp counted on counted.organization_id = member.organization_id`.execute(db)
  const [row] = rows
  return row === undefined ? null : identityOf(row, kind, organizationId)
}

function identityOf(row: Row, kind: 'token' | 'session', organizationId: string): Identity {
  const signIn = signInOf({ ...row, secondFactor: row.confirmed })
  return {
    caller: {
      userId: row.userId,
      email: row.email,
      displayName: row.displayName,
      photoUrl: row.photoUrl,
      credential: { kind, id: row.credentialId },
      readOnly: row.readOnly,
      ...(signIn === undefined ? {} : { signIn }),
    },
    lastUsedAt: row.lastUsedAt,
    membership: membershipIn(row, organizationId),
    stamp: row.stamp ?? 0,
  }
}

function membershipIn(row: Row, organizationId: string): MembershipWithPolicy | undefined {
  const { memberRole: role, disabled, memberSso, organizationSso, secondFactor } = row
  if (disabled === null || memberSso === null || organizationSso === null || secondFactor === null)
    return undefined
  const policy = policyOf(organizationId, { role, memberSso, organizationSso, secondFactor })
  return { role, disabled, policy }
}

/** Records the use of a token at most once a minute. */
export async function touchToken(db: Db, id: string, lastUsedAt: Date | null, now: Date): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < 60_000) return
  await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', id).execute()
}
