import { z } from 'zod'
import { cutText } from '#markup/cut-text.ts'
import type { Tx } from '../db/client.ts'
import { writeIn } from '../db/write.ts'
import { recordAuditEvents } from '../domain/audit-events/record.ts'
import { lockMember } from '../domain/members/change-queries.ts'
import { offboard } from '../domain/members/offboard.ts'
import { changeMember, insertMembersIfNew } from '../domain/organizations/membership-queries.ts'
import { organizationJoinSettings } from '../domain/organizations/queries.ts'
import { insertUsersIfNew, lockAccountsByEmail, verifyAddress } from '../domain/users/queries.ts'
import { isVerifiedDomain } from '../domain/verified-domains/queries.ts'
import { type Attributes, attributeOf, isAttributes } from './attributes.ts'
import { actorOf, type ScimContext } from './context.ts'
import { invalidValue, notFound, notUnique, ScimError } from './errors.ts'
import { expectVersion, readAttributes, text } from './input.ts'
import { applyPatch } from './patch.ts'
import { presentUser, type Resource, USER_SCHEMA, userAttributes } from './resources.ts'
import {
  accessOf,
  changeAccount,
  lockProvisioning,
  putScimUser,
  restoreAccess,
  storeSuspendedAccess,
  type UserRow,
  userById,
  userWith,
} from './user-queries.ts'

/** A user as an identity provider describes it. */
type UserInput = {
  readonly userName: string
  readonly externalId: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly displayName: string
  readonly email: string | null
  readonly active: boolean
}

const address = z.email().max(255)
const MAX_NAME = 64

/** @throws {ScimError} 400 for missing or invalid attributes */
function readUser(body: Attributes): UserInput {
  readAttributes(body, USER_SCHEMA)
  const userName = text(body, 'userName', 255)
  if (userName === null) throw invalidValue('userName is required')
  const name = attributeOf(body, 'name')
  const parts = isAttributes(name) ? name : {}
  const givenName = text(parts, 'givenName', 255)
  const familyName = text(parts, 'familyName', 255)
  const displayName =
    text(body, 'displayName', 255) ??
    text(parts, 'formatted', 255) ??
    [givenName, familyName].filter((part) => part !== null).join(' ')
  return {
    userName,
    externalId: text(body, 'externalId', 255),
    givenName,
    familyName,
    displayName: cutText(displayName || userName, MAX_NAME).trim(),
    email: emailIn(body, userName),
    active: activeIn(body),
  }
}

/** The primary email, else the first of type work, else the first; without any the userName if it is an address. */
function emailIn(body: Attributes, userName: string): string | null {
  const stored = attributeOf(body, 'emails')
  if (stored !== undefined && stored !== null && !Array.isArray(stored))
    throw invalidValue('emails must be a list')
  const emails = (stored ?? []).filter(isAttributes)
  const chosen =
    emails.find((email) => attributeOf(email, 'primary') === true) ??
    emails.find((email) => String(attributeOf(email, 'type')).toLowerCase() === 'work') ??
    emails[0]
  const value = chosen === undefined ? userName : attributeOf(chosen, 'value')
  const parsed = address.safeParse(value)
  if (parsed.success) return parsed.data.toLowerCase()
  if (chosen === undefined) return null
  throw invalidValue('The email address is not valid')
}

/** Entra ID sends the text “False”. */
function activeIn(body: Attributes): boolean {
  const value = attributeOf(body, 'active') ?? true
  const word = String(value).toLowerCase()
  if (word !== 'true' && word !== 'false') throw invalidValue('active must be true or false')
  return word === 'true'
}

/** Creates an account for an address in a verified domain, or uses the existing one, and a membership. */
export function createUser(ctx: ScimContext, body: Attributes): Promise<Resource> {
  const input = readUser(body)
  return write(ctx, async (tx) => {
    const { organizationId } = ctx
    if (input.email === null) throw invalidValue('Send an email address as userName or in emails')
    await expectOwnDomain(tx, ctx, input.email)
    await expectUnique(tx, ctx, input, '')
    const userId = await accountFor(tx, ctx, input, input.email)
    const { defaultRole: role } = await organizationJoinSettings(tx, organizationId)
    const added = await insertMembersIfNew(tx, [{ organizationId, userId, role, now: ctx.now() }])
    if (added.length === 0) throw notUnique(`${input.email} is already a member`)
    await putScimUser(tx, organizationId, userId, input, ctx.now())
    if (!input.active) await changeMember(tx, organizationId, userId, { disabled: true })
    await recordAuditEvents(tx, actorOf(ctx), {
      action: 'member.join',
      target: { type: 'member', id: userId, label: input.displayName },
      after: { email: input.email, role, ...(input.active ? {} : { disabled: true }) },
    })
    return userId
  })
}

/** The account of an address; a new one is verified, because the organization owns the domain. */
async function accountFor(tx: Tx, ctx: ScimContext, input: UserInput, email: string): Promise<string> {
  const id = ctx.newId()
  const user = { id, email, displayName: input.displayName, passwordHash: null, now: ctx.now() }
  const created = await insertUsersIfNew(tx, [user])
  if (created.length > 0) {
    await verifyAddress(tx, id, ctx.now())
    return id
  }
  const [account] = await lockAccountsByEmail(tx, [email])
  if (account === undefined) throw notFound('User', email)
  // Someone who signed up with another person's address must not get access through it.
  if (account.hasPassword && !account.isVerified)
    throw new ScimError(
      409,
      `The account with the address ${email} has not verified it. Have its owner do so first`,
    )
  return account.userId
}

/** Replaces the attributes of a user; those that are missing are removed or keep their value if they are required. */
export function replaceUser(ctx: ScimContext, userId: string, body: Attributes): Promise<Resource> {
  const input = readUser({ ...body, active: attributeOf(body, 'active') ?? true })
  return write(ctx, async (tx) => {
    const stored = await lockUser(tx, ctx, userId)
    await storeUser(tx, ctx, stored, input)
    return userId
  })
}

/** Applies the operations of a PATCH to a user. */
export function patchUser(ctx: ScimContext, userId: string, body: Attributes): Promise<Resource> {
  return write(ctx, async (tx) => {
    const stored = await lockUser(tx, ctx, userId)
    await storeUser(tx, ctx, stored, readUser(withoutNames(applyPatch(userAttributes(stored), body), stored)))
    return userId
  })
}

/** A changed part of the name changes the name, unless the name itself was changed as well. */
function withoutNames(patched: Attributes, stored: UserRow): Attributes {
  const name = attributeOf(patched, 'name')
  const parts = isAttributes(name) ? { ...name } : {}
  const hasParts = parts.givenName !== undefined && parts.familyName !== undefined
  const isChanged =
    hasParts && (parts.givenName !== stored.givenName || parts.familyName !== stored.familyName)
  if (parts.formatted === stored.displayName && isChanged) delete parts.formatted
  const keepsDisplayName = attributeOf(patched, 'displayName') !== stored.displayName
  const hasNewName = isChanged || (parts.formatted !== undefined && parts.formatted !== stored.displayName)
  if (keepsDisplayName || !hasNewName) return { ...patched, name: parts }
  const { displayName: _, ...rest } = patched
  return { ...rest, name: parts }
}

/** Removes a user from the organization; the account stays. */
export async function deleteUser(ctx: ScimContext, userId: string): Promise<void> {
  await writeIn(ctx.db, async (tx) => {
    await lockProvisioning(tx, ctx.organizationId)
    await lockUser(tx, ctx, userId)
    await offboard(tx, actorOf(ctx), userId, { membership: 'remove' })
  })
}

function write(ctx: ScimContext, run: (tx: Tx) => Promise<string>): Promise<Resource> {
  return writeIn(ctx.db, async (tx) => {
    await lockProvisioning(tx, ctx.organizationId)
    const row = await userById(tx, ctx.organizationId, await run(tx))
    if (row === undefined) throw new Error('A user is missing after it was written')
    return presentUser(row, { base: ctx.urls.base, organizationId: ctx.organizationId })
  })
}

async function lockUser(tx: Tx, ctx: ScimContext, userId: string): Promise<UserRow> {
  const row = await userById(tx, ctx.organizationId, userId)
  if (row === undefined) throw notFound('User', userId)
  await lockMember(tx, ctx.organizationId, userId)
  const at = { base: ctx.urls.base, organizationId: ctx.organizationId }
  expectVersion(ctx, presentUser(row, at))
  return row
}

async function storeUser(tx: Tx, ctx: ScimContext, stored: UserRow, input: UserInput): Promise<void> {
  const { organizationId } = ctx
  const { userId } = stored
  await expectUnique(tx, ctx, input, userId)
  await storeAccount(tx, ctx, stored, input)
  await putScimUser(tx, organizationId, userId, input, ctx.now())
  if (input.active && stored.disabled) await activate(tx, ctx, stored)
  if (!input.active && !stored.disabled) {
    await storeSuspendedAccess(tx, organizationId, userId, await accessOf(tx, organizationId, userId))
    await offboard(tx, actorOf(ctx), userId, { membership: 'suspend' })
  }
}

/** Reinstates a member with the grants and teams they had. */
async function activate(tx: Tx, ctx: ScimContext, { userId, displayName }: UserRow): Promise<void> {
  await changeMember(tx, ctx.organizationId, userId, { disabled: false })
  await restoreAccess(tx, ctx.organizationId, userId, ctx.now())
  await recordAuditEvents(tx, actorOf(ctx), {
    action: 'member.reinstate',
    target: { type: 'member', id: userId, label: displayName },
    before: { disabled: true },
    after: { disabled: false },
  })
}

/**
 * Changes name and address of the account. An organization may do so only for addresses in its own domains: the account
 * can belong to other organizations too. Other names are ignored, other addresses refused.
 */
async function storeAccount(tx: Tx, ctx: ScimContext, stored: UserRow, input: UserInput): Promise<void> {
  const email = input.email ?? stored.email
  const isRenamed = input.displayName !== stored.displayName
  if (email === stored.email && !isRenamed) return
  const isOwn = await isVerifiedDomain(tx, ctx.organizationId, domainOf(stored.email))
  if (email !== stored.email) {
    if (!isOwn) throw domainNotVerified(stored.email)
    await expectOwnDomain(tx, ctx, email)
    if ((await lockAccountsByEmail(tx, [email])).length > 0)
      throw notUnique(`${email} already has an account`)
  }
  if (!isOwn) return
  const change = {
    ...(isRenamed ? { display_name: input.displayName } : {}),
    ...(email === stored.email ? {} : { email }),
  }
  await changeAccount(tx, stored.userId, change, ctx.now())
  await recordAuditEvents(tx, actorOf(ctx), {
    action: 'account.update',
    target: { type: 'account', id: stored.userId, label: input.displayName },
    before: { displayName: stored.displayName, email: stored.email },
    after: { displayName: input.displayName, email },
  })
}

async function expectUnique(tx: Tx, ctx: ScimContext, input: UserInput, userId: string): Promise<void> {
  const other = await userWith(tx, ctx.organizationId, input, userId)
  if (other === undefined) return
  const attribute = other.userName.toLowerCase() === input.userName.toLowerCase() ? 'userName' : 'externalId'
  throw notUnique(`Another user has this ${attribute}`)
}

async function expectOwnDomain(tx: Tx, ctx: ScimContext, email: string): Promise<void> {
  if (!(await isVerifiedDomain(tx, ctx.organizationId, domainOf(email)))) throw domainNotVerified(email)
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const domainNotVerified = (email: string) =>
  new ScimError(
    403,
    `The organization has not verified the domain ${domainOf(email)}. Verify it in Settings, Domains first`,
  )
