import { type Role, roles } from '#contract/shared/permissions.ts'
import { membershipOf } from '../auth/grants.ts'
import { newOneTimeLink, newPasswordLink, voidSetUpLinks, voidUnmailedLinks } from '../auth/one-time-links.ts'
import type { Service } from '../context.ts'
import { writeIn } from '../db/write.ts'
import { insertMember } from '../domain/organizations/membership-queries.ts'
import { resetSecondFactor } from '../domain/second-factor/reset.ts'
import {
  accountByEmail,
  hasAccounts,
  insertUser,
  lockAccountsByEmail,
  verifyAddress,
} from '../domain/users/queries.ts'
import { DomainError } from '../errors.ts'

export type NewPerson = {
  readonly email: string
  readonly name: string
  readonly organizationId: string
  /** A role, or `guest`. */
  readonly role: string
}

/**
 * Adds a person to an organization, with a new account if they have none; the operator vouches for the address. Returns
 * their id and a one-time link to choose a password.
 * Throws `DomainError`: `validation`, `not_found`, `conflict`, `invalid_state`.
 */
export async function addPerson(
  service: Service,
  person: NewPerson,
): Promise<{ userId: string; link: string }> {
  const role = roleNamed(person.role)
  const email = person.email.trim().toLowerCase()
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new DomainError('validation', `${person.email} isn’t an email address`)
  const { organizationId } = person
  const now = service.now()
  return service.db.transaction().execute(async (tx) => {
    const organization = tx.selectFrom('organization').select('id').where('id', '=', organizationId)
    if ((await organization.executeTakeFirst()) === undefined) {
      throw new DomainError('not_found', `There is no organization ${organizationId}`)
    }
    const [known] = await lockAccountsByEmail(tx, [email])
    if (known?.hasPassword && !known.isVerified) throw unverifiedAddress(email)
    const userId = known?.userId ?? service.newId()
    if (known === undefined) {
      await insertUser(tx, { id: userId, email, displayName: person.name, passwordHash: null, now })
    }
    if ((await membershipOf(tx, organizationId, userId)) !== undefined) {
      throw new DomainError('conflict', `${email} is already in this organization`)
    }
    await voidUnmailedLinks(tx, [userId])
    await verifyAddress(tx, userId, now)
    await insertMember(tx, { organizationId, userId, role, now })
    return { userId, link: await passwordLink(service, tx, userId) }
  })
}

const unverifiedAddress = (email: string) =>
  new DomainError(
    'invalid_state',
    `There is an account with ${email} whose address isn’t verified. Send its owner the link of \`admin reset --email ${email}\`, which verifies it, then add them`,
  )

function roleNamed(name: string): Role | null {
  if (name === 'guest') return null
  const role = roles.find((known) => known === name)
  if (role === undefined)
    throw new DomainError('validation', `The role must be one of ${roles.join(', ')}, guest`)
  return role
}

/**
 * A one-time link for lost access: to choose a new password for an account, by default of the first admin, or to set up
 * the first admin if there are no accounts.
 */
export async function resetLink(
  service: Service,
  email: string | undefined,
): Promise<{ email: string | null; link: string }> {
  const { db, urls, now } = service
  if (!(await hasAccounts(db))) {
    await voidSetUpLinks(db)
    const secret = await newOneTimeLink(db, { purpose: 'set-up', userId: null, now: now() })
    return { email: null, link: `${urls.app('setup')}?link=${secret}` }
  }
  const account =
    email === undefined ? await firstAdmin(service) : await accountByEmail(db, email.toLowerCase())
  if (account === undefined) {
    throw new DomainError(
      'not_found',
      email === undefined ? 'There is no admin yet' : `There is no account ${email}`,
    )
  }
  return {
    email: account.email,
    link: urls.app('link', await newPasswordLink(db, { userId: account.id, now: now() })),
  }
}

/**
 * Removes every second factor of a person; they get an email, and their organizations an audit event.
 * Throws `DomainError`: `not_found`, `invalid_state`.
 */
export async function removeSecondFactor(service: Service, email: string): Promise<void> {
  const account = await accountByEmail(service.db, email.trim())
  if (account === undefined) throw new DomainError('not_found', `There is no account ${email}`)
  await writeIn(service.db, (tx) => resetSecondFactor(tx, service, account.id))
}

const firstAdmin = ({ db }: Service) =>
  db
    .selectFrom('member')
    .innerJoin('user_account', 'user_account.id', 'member.user_id')
    .select(['user_account.id', 'user_account.email'])
    .where('member.role', '=', 'admin')
    .where('member.disabled', '=', false)
    .orderBy('member.joined_at')
    .orderBy('user_account.id')
    .limit(1)
    .executeTakeFirst()

async function passwordLink(
  { urls, now }: Service,
  db: Parameters<typeof newOneTimeLink>[0],
  userId: string,
) {
  const secret = await newOneTimeLink(db, { purpose: 'password', userId, mailed: true, now: now() })
  return urls.app('link', secret)
}
