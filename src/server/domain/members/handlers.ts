import { type Member, members } from '#contract/members.ts'
import { membershipOf } from '../../auth/grants.ts'
import { closeSessionsOf } from '../../auth/sessions.ts'
import { hasActiveProvider } from '../../auth/sso-providers.ts'
import { type Viewer, viewerOf } from '../../auth/viewer.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, noProvider, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { enqueueInvitationEmails, invitationLinks } from '../organization-invites/send.ts'
import { changeMember, membersOfOtherOrganizations } from '../organizations/membership-queries.ts'
import { currentSessionId, presentBrowser } from '../sessions/present.ts'
import { browserPage } from '../sessions/queries.ts'
import { presentSite } from '../sites/present.ts'
import { sitePage, sitesByIds } from '../sites/queries.ts'
import { presentSpace } from '../spaces/present.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { presentTeam } from '../teams/present.ts'
import { teamPageOfMember } from '../teams/queries.ts'
import { accountOf } from '../users/queries.ts'
import { accountAccess, firstTwoAdmins, grantPage, grantsOfMember, teamsOfMember } from './access-queries.ts'
import { type LockedMember, lockMember, noteLastSeen, removeMember } from './change-queries.ts'
import { handOverGrants, handOverTeams } from './handover-queries.ts'
import { offboard } from './offboard.ts'
import { presentGrant, presentMembersTo } from './present.ts'
import { memberOf, memberPage } from './queries.ts'
import { expectAdminLeft, isLastAdmin, membershipAuditEvents } from './rules.ts'
import { accessibleSpacePage } from './space-queries.ts'

export const memberHandlers = handle(members, {
  async list(ctx, { params, query }) {
    if (query.secondFactor !== undefined && ctx.access.role !== 'admin')
      throw new DomainError('forbidden', 'Only admins can see who has a second factor', { needed: 'admin' })
    if (query.undeliverable !== undefined && ctx.access.role !== 'admin')
      throw new DomainError('forbidden', 'Only admins can see whose address is rejected', { needed: 'admin' })
    const page = await memberPage(ctx, params.organizationId, query)
    const items = await presentMembersTo(ctx, ctx.db, page.rows)
    return listResponse({ ...page, rows: items }, (item) => item)
  },

  async get(ctx, { params }) {
    return answer(ctx, ctx.db, params.userId)
  },

  async update(ctx, { params: { organizationId, userId }, body }) {
    return ctx.write(async (tx) => {
      const { admins, member } = await lockMember(tx, organizationId, userId)
      expectVersion(ctx, member.version)
      const { role = member.role, disabled = member.disabled } = body
      const events = membershipAuditEvents(member, { role, disabled })
      if (events.length > 0) {
        expectAdminLeft(userId, admins, { role, disabled })
        await changeMember(tx, organizationId, userId, { role, disabled })
        const target = { type: 'member', id: userId, label: member.displayName } as const
        await recordAuditEvents(tx, ctx, ...events.map((event) => ({ ...event, target })))
      }
      return answer(ctx, tx, userId)
    })
  },

  async delete(ctx, { params: { organizationId, userId } }) {
    await ctx.write(async (tx) => {
      const { admins, member } = await lockMember(tx, organizationId, userId)
      expectVersion(ctx, member.version)
      expectAdminLeft(userId, admins, null)
      const handover = { organizationId, userId, successor: null }
      const grants = await handOverGrants(tx, handover)
      const teams = await handOverTeams(tx, handover)
      await removeMember(tx, organizationId, userId)
      await recordAuditEvents(tx, ctx, {
        action: 'member.remove',
        target: { type: 'member', id: userId, label: member.displayName },
        before: { role: member.role, disabled: member.disabled, grants, teams },
      })
    })
    return undefined
  },

  async ping(ctx, { params: { organizationId } }) {
    await ctx.write((tx) => noteLastSeen(tx, organizationId, ctx.caller.userId, ctx.now()))
    return {}
  },

  async markSso(ctx, { params: { organizationId, userId } }) {
    return ctx.write(async (tx) => {
      const { admins, member } = await lockMember(tx, organizationId, userId)
      if (!(await hasActiveProvider(tx, organizationId))) throw noProvider()
      expectAdminLeft(userId, admins, null)
      return changeSso(tx, ctx, member, true)
    })
  },

  async unmarkSso(ctx, { params: { organizationId, userId } }) {
    return ctx.write(async (tx) => {
      const { member } = await lockMember(tx, organizationId, userId)
      return changeSso(tx, ctx, member, false)
    })
  },

  async listSpaces(ctx, { params: { userId }, query }) {
    const viewer = viewerOf(ctx)
    const page = await accessibleSpacePage(ctx.db, await viewerFor(ctx, userId), viewer, query)
    const ids = page.rows.map(({ id }) => id)
    const visible = new Map((await spacesByIds(ctx.db, viewer, ids)).map((row) => [row.id, row]))
    const items = page.rows.flatMap(({ id, role }) => {
      const row = visible.get(id)
      if (row === undefined || role === null) return []
      return [{ permission: role, space: presentSpace(row, ctx.urls, ctx.access.organizationRole) }]
    })
    return { ...(page.next ? { next: page.next } : {}), count: page.count, items }
  },

  async listSites(ctx, { params: { userId }, query: { order = 'desc', ...paging } }) {
    const member = await viewerFor(ctx, userId)
    if (member.membership.disabled) return { count: 0, items: [] }
    const page = await sitePage(ctx.db, member, {}, { ...paging, order })
    const ids = page.rows.map(({ id }) => id)
    const visible = new Map((await sitesByIds(ctx.db, viewerOf(ctx), ids)).map((row) => [row.id, row]))
    const items = page.rows.flatMap(({ id, role }) => {
      const row = visible.get(id)
      return row === undefined || role === null
        ? []
        : [{ permission: role, site: presentSite(row, ctx.urls, row.role) }]
    })
    return { ...(page.next ? { next: page.next } : {}), count: page.count, items }
  },

  async listTeams(ctx, { params: { organizationId, userId }, query }) {
    await memberOf(ctx.db, organizationId, userId)
    const page = await teamPageOfMember(ctx.db, organizationId, ctx.caller.userId, userId, query)
    return listResponse(page, (row) => ({ team: presentTeam(row, ctx), member: { role: row.memberRole } }))
  },

  async listGrants(ctx, { params: { organizationId, userId }, query }) {
    await memberOf(ctx.db, organizationId, userId)
    return listResponse(await grantPage(ctx.db, organizationId, userId, query), presentGrant)
  },

  async listBrowsers(ctx, { params: { organizationId, userId }, query }) {
    await memberOf(ctx.db, organizationId, userId)
    await expectOnlyOrganization(ctx.db, organizationId, userId)
    const page = await browserPage(ctx.db, userId, query, ctx.now())
    return listResponse(page, (row) => presentBrowser(row, currentSessionId(ctx.caller)))
  },

  async signOut(ctx, { params: { organizationId, userId } }) {
    await ctx.write(async (tx) => {
      const { displayName } = await memberOf(tx, organizationId, userId)
      await expectOnlyOrganization(tx, organizationId, userId)
      const browsers = await closeSessionsOf(tx, userId)
      if (browsers === 0) return
      const target = { type: 'member', id: userId, label: displayName } as const
      await recordAuditEvents(tx, ctx, { action: 'member.sign-out', target, before: { browsers } })
    })
    return undefined
  },

  async access(ctx, { params: { organizationId, userId } }) {
    await memberOf(ctx.db, organizationId, userId)
    const [grants, teams, possessions, admins] = await Promise.all([
      grantsOfMember(ctx.db, organizationId, userId),
      teamsOfMember(ctx.db, organizationId, userId),
      accountAccess(ctx.db, userId, ctx.now()),
      firstTwoAdmins(ctx.db, organizationId),
    ])
    return {
      object: 'member-access',
      grants: grants.map(presentGrant),
      teams,
      ...possessions,
      lastAdmin: isLastAdmin(userId, admins),
    }
  },

  async resendInvite(ctx, { params: { organizationId, userId } }) {
    return ctx.write(async (tx) => {
      const { disabled } = await memberOf(tx, organizationId, userId)
      const { email, displayName, passwordHash } = await accountOf(tx, userId)
      if (passwordHash !== null) throw notPending(`${displayName} has already chosen a password`)
      if (disabled) throw notPending(`${displayName} is suspended. Reinstate them first`)
      await enqueueInvitationEmails(tx, ctx, [userId])
      const target = { type: 'member', id: userId, label: displayName } as const
      await recordAuditEvents(tx, ctx, { action: 'member.invite', target, after: { email } })
      if (ctx.config.mail.smtpUrl !== undefined) return {}
      const [link] = await invitationLinks(tx, ctx, [{ userId, email, hasPassword: false }])
      return link === undefined ? {} : { url: link.url }
    })
  },

  async offboard(ctx, { params: { userId }, body }) {
    return ctx.write((tx) => offboard(tx, ctx, userId, body))
  },
})

async function changeSso(tx: Tx, ctx: Context, member: LockedMember, sso: boolean) {
  const { userId, displayName } = member
  if (member.sso !== sso) {
    await changeMember(tx, ctx.access.organizationId, userId, { sso })
    const target = { type: 'member', id: userId, label: displayName } as const
    await recordAuditEvents(tx, ctx, { action: 'member.sso', target, before: { sso: !sso }, after: { sso } })
  }
  return answer(ctx, tx, userId)
}

const notPending = (message: string) => new DomainError('invalid_state', message)

async function answer(ctx: Context, db: Db | Tx, userId: string): Promise<Member> {
  const [member] = await presentMembersTo(ctx, db, [await memberOf(db, ctx.access.organizationId, userId)])
  if (member === undefined) throw notFound('member', userId)
  return member
}

/** Another member as the viewer of lists. */
async function viewerFor(ctx: Context, userId: string): Promise<Viewer> {
  const { organizationId } = ctx.access
  const membership = await membershipOf(ctx.db, organizationId, userId)
  if (membership === undefined) throw notFound('member', userId)
  return { organizationId, userId, membership }
}

/**
 * Sessions belong to the account: only members of no other organization can be signed out by this one, and it must
 * not learn where else they are signed in.
 * @throws {DomainError} 403
 */
async function expectOnlyOrganization(db: Db | Tx, organizationId: string, userId: string): Promise<void> {
  const elsewhere = await membersOfOtherOrganizations(db, organizationId, [userId])
  if (elsewhere.length === 0) return
  throw new DomainError(
    'forbidden',
    'They are in other organizations, too, so only they can see and end their sessions. To keep them out of this organization, suspend them',
  )
}
