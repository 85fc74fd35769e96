import { teamTitle } from '#contract/teams.ts'
import type { Tx } from '../db/client.ts'
import { writeIn } from '../db/write.ts'
import { recordAuditEvents } from '../domain/audit-events/record.ts'
import { lockMembersAmong } from '../domain/organizations/membership-queries.ts'
import { deleteTeamMembers } from '../domain/team-members/queries.ts'
import { insertTeam, lockTeam, removeTeam, renameTeam, upsertTeamMembers } from '../domain/teams/queries.ts'
import { type Attributes, attributeOf, isAttributes } from './attributes.ts'
import { actorOf, type ScimContext } from './context.ts'
import { invalidValue, notFound, notUnique } from './errors.ts'
import { type GroupRow, groupById, groupWithExternalId, putScimGroup } from './group-queries.ts'
import { expectVersion, readAttributes, text } from './input.ts'
import { applyPatch } from './patch.ts'
import { GROUP_SCHEMA, groupAttributes, presentGroup, type Resource } from './resources.ts'
import { lockProvisioning } from './user-queries.ts'

/** A group as an identity provider describes it. */
type GroupInput = {
  readonly title: string
  readonly externalId: string | null
  readonly members: ReadonlySet<string>
}

const MAX_TITLE = teamTitle.maxLength ?? 64

/** @throws {ScimError} 400 for missing or invalid attributes */
function readGroup(body: Attributes): GroupInput {
  readAttributes(body, GROUP_SCHEMA)
  const title = text(body, 'displayName', MAX_TITLE)
  if (title === null) throw invalidValue('displayName is required')
  const members = attributeOf(body, 'members') ?? []
  if (!Array.isArray(members)) throw invalidValue('members must be a list')
  return { title, externalId: text(body, 'externalId', 255), members: new Set(members.map(memberId)) }
}

function memberId(member: unknown): string {
  const value = isAttributes(member) ? attributeOf(member, 'value') : undefined
  if (typeof value !== 'string') throw invalidValue('A member must have the id of a user as its value')
  const type = isAttributes(member) ? attributeOf(member, 'type') : undefined
  if (String(type).toLowerCase() === 'group') throw invalidValue('Groups inside of groups are not supported')
  return value
}

/** Creates a team that the identity provider manages. */
export function createGroup(ctx: ScimContext, body: Attributes): Promise<Resource> {
  const input = readGroup(body)
  return write(ctx, async (tx) => {
    const { organizationId } = ctx
    const id = ctx.newId()
    await insertTeam(tx, { organizationId, id, title: input.title, now: ctx.now() })
    await recordAuditEvents(tx, actorOf(ctx), {
      action: 'team.create',
      target: { type: 'team', id, label: input.title },
      after: { title: input.title },
    })
    await storeMembers(tx, ctx, { teamId: id, title: input.title, members: [] }, input.members)
    await storeMark(tx, ctx, id, input)
    return id
  })
}

/** Replaces the attributes of a group. */
export const replaceGroup = (ctx: ScimContext, teamId: string, body: Attributes): Promise<Resource> =>
  changeGroup(ctx, teamId, () => readGroup(body))

/** Applies the operations of a PATCH to a group. */
export const patchGroup = (ctx: ScimContext, teamId: string, body: Attributes): Promise<Resource> =>
  changeGroup(ctx, teamId, (stored) => readGroup(applyPatch(groupAttributes(stored), body)))

/** Deletes a team with its grants; its members stay in the organization. */
export async function deleteGroup(ctx: ScimContext, teamId: string): Promise<void> {
  await writeIn(ctx.db, async (tx) => {
    await lockProvisioning(tx, ctx.organizationId)
    const { title } = await lockGroup(tx, ctx, teamId)
    await removeTeam(tx, ctx.organizationId, teamId)
    await recordAuditEvents(tx, actorOf(ctx), {
      action: 'team.delete',
      target: { type: 'team', id: teamId, label: title },
      before: { title },
    })
  })
}

const changeGroup = (
  ctx: ScimContext,
  teamId: string,
  inputFrom: (stored: GroupRow) => GroupInput,
): Promise<Resource> =>
  write(ctx, async (tx) => {
    const stored = await lockGroup(tx, ctx, teamId)
    const input = inputFrom(stored)
    if (input.title !== stored.title) {
      await renameTeam(tx, ctx.organizationId, teamId, input.title)
      await recordAuditEvents(tx, actorOf(ctx), {
        action: 'team.update',
        target: { type: 'team', id: teamId, label: input.title },
        before: { title: stored.title },
        after: { title: input.title },
      })
    }
    await storeMembers(tx, ctx, { ...stored, title: input.title }, input.members)
    await storeMark(tx, ctx, teamId, input)
    return teamId
  })

async function lockGroup(tx: Tx, ctx: ScimContext, teamId: string): Promise<GroupRow> {
  const { organizationId } = ctx
  if ((await groupById(tx, organizationId, teamId)) === undefined) throw notFound('Group', teamId)
  await lockTeam(tx, organizationId, teamId)
  const row = await groupById(tx, organizationId, teamId)
  if (row === undefined) throw notFound('Group', teamId)
  expectVersion(ctx, presentGroup(row, { base: ctx.urls.base, organizationId }))
  return row
}

/** Adds and removes members; those who stay keep their role in the team. */
async function storeMembers(
  tx: Tx,
  ctx: ScimContext,
  stored: Pick<GroupRow, 'teamId' | 'title' | 'members'>,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const { organizationId } = ctx
  const now = new Set(stored.members.map(({ userId }) => userId))
  const added = [...wanted].filter((id) => !now.has(id))
  const removed = [...now].filter((id) => !wanted.has(id))
  if (added.length === 0 && removed.length === 0) return
  const known = await lockMembersAmong(tx, organizationId, added)
  const missing = added.find((id) => !known.has(id))
  if (missing !== undefined) throw invalidValue(`There is no user ${missing.slice(0, 100)}`)
  await upsertTeamMembers(tx, organizationId, stored.teamId, new Map(added.map((id) => [id, 'member'])))
  await deleteTeamMembers(tx, organizationId, stored.teamId, removed)
  await recordAuditEvents(tx, actorOf(ctx), {
    action: 'team.members',
    target: { type: 'team', id: stored.teamId, label: stored.title },
    before: Object.fromEntries([...added.map((id) => [id, null]), ...removed.map((id) => [id, 'member'])]),
    after: Object.fromEntries([...added.map((id) => [id, 'member']), ...removed.map((id) => [id, null])]),
  })
}

async function storeMark(
  tx: Tx,
  ctx: ScimContext,
  teamId: string,
  { externalId }: Pick<GroupInput, 'externalId'>,
): Promise<void> {
  const { organizationId } = ctx
  if (
    externalId !== null &&
    (await groupWithExternalId(tx, organizationId, externalId, teamId)) !== undefined
  )
    throw notUnique('Another group has this externalId')
  await putScimGroup(tx, organizationId, teamId, { externalId, now: ctx.now() })
}

function write(ctx: ScimContext, run: (tx: Tx) => Promise<string>): Promise<Resource> {
  return writeIn(ctx.db, async (tx) => {
    await lockProvisioning(tx, ctx.organizationId)
    const row = await groupById(tx, ctx.organizationId, await run(tx))
    if (row === undefined) throw new Error('A group is missing after it was written')
    return presentGroup(row, { base: ctx.urls.base, organizationId: ctx.organizationId })
  })
}
