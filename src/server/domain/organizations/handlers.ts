import type { z } from 'zod'
import { organizations } from '#contract/organizations.ts'
import { type UnmetRule, unmetRules } from '../../auth/expect-sign-in.ts'
import { policyOf } from '../../auth/grants.ts'
import { hasActiveProvider } from '../../auth/sso-providers.ts'
import { type Context, expectVersion } from '../../context.ts'
import { asJson, type Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, invalid, noProvider } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { accountOf } from '../users/queries.ts'
import { addEmailDomains } from '../verified-domains/add-domains.ts'
import { joinByDomain } from './join-by-domain.ts'
import { insertMember } from './membership-queries.ts'
import { presentClosedOrganization, presentOrganization } from './present.ts'
import {
  changeOrganization,
  hasSite,
  hostnameTaken,
  insertOrganization,
  isHostnameTaken,
  lockOrganization,
  type OrganizationChange,
  type OrganizationRow,
  organizationForUser,
  organizationPage,
  organizationsToJoin,
  type StoredOrganization,
} from './queries.ts'
import { removeOrganization } from './removal-queries.ts'
import { canJoinByDomain, type Settings, settingsAfter } from './rules.ts'

export const organizationHandlers = handle(organizations, {
  async list(ctx, { query }) {
    const page = await organizationPage(ctx.db, ctx.caller.userId, query)
    const unmet = await unmetRules(ctx.db, ctx.caller.signIn, page.rows.map(policyOfRow))
    return listResponse(page, (row) => presentListed(ctx, row, unmet))
  },

  async create(ctx, { body: { title, emailDomains = [], type = 'business', useCase } }) {
    const id = ctx.newId()
    const { userId } = ctx.caller
    return ctx.write(async (tx) => {
      const created = { title, emailDomains: [...new Set(emailDomains)], type, useCase: useCase ?? null }
      await insertOrganization(tx, { id, ...created, now: ctx.now() })
      await insertMember(tx, { organizationId: id, userId, role: 'admin', now: ctx.now() })
      const target = { type: 'organization', id, label: title } as const
      await recordAuditEvents(tx, ctx, {
        organizationId: id,
        action: 'organization.create',
        target,
        after: created,
      })
      await addEmailDomains(tx, ctx, id, created.emailDomains)
      return presentOrganization(await organizationForUser(tx, userId, id), ctx.urls)
    })
  },

  async get(ctx, { params }) {
    return presentOrganization(
      await organizationForUser(ctx.db, ctx.caller.userId, params.organizationId),
      ctx.urls,
    )
  },

  async update(ctx, { params: { organizationId }, body }) {
    return ctx.write(async (tx) => {
      const stored = await lockOrganization(tx, organizationId)
      expectVersion(ctx, stored.version)
      await expectValidReferences(tx, organizationId, body)
      const before = settingsOf(stored)
      const after = settingsAfter(before, body)
      if (after.secondFactor === 'required' && before.secondFactor !== 'required')
        await expectOwnSecondFactor(tx, ctx)
      const changed = difference(before, after)
      if (changed !== null) {
        await changeOrganization(tx, organizationId, columnsOf(after), ctx.now())
        const target = { type: 'organization', id: organizationId, label: after.title } as const
        await recordAuditEvents(tx, ctx, { action: 'organization.update', target, ...changed })
        const added = after.emailDomains.filter((domain) => !before.emailDomains.includes(domain))
        await addEmailDomains(tx, ctx, organizationId, added)
      }
      return presentOrganization(await organizationForUser(tx, ctx.caller.userId, organizationId), ctx.urls)
    })
  },

  async listByEmailDomain(ctx, { params: { emailDomain } }) {
    const { userId } = ctx.caller
    if (!canJoinByDomain(await accountOf(ctx.db, userId), [emailDomain])) return { organizations: [] }
    const rows = await organizationsToJoin(ctx.db, userId, emailDomain)
    const own = rows.filter(({ isMember }) => isMember).map(policyOfRow)
    const unmet = await unmetRules(ctx.db, ctx.caller.signIn, own)
    return { organizations: rows.map((row) => presentListed(ctx, row, unmet)) }
  },

  async delete(ctx, { params: { organizationId }, query: { title } }) {
    await ctx.write(async (tx) => {
      const stored = await lockOrganization(tx, organizationId)
      expectVersion(ctx, stored.version)
      if (title !== stored.title) {
        throw invalid([{ path: ['query', 'title'], message: 'This isn’t the title of the organization' }])
      }
      await removeOrganization(tx, organizationId)
    })
    ctx.log.info({ organizationId, userId: ctx.caller.userId }, 'organization deleted')
    return undefined
  },

  async join(ctx, { params: { organizationId } }) {
    await ctx.write((tx) => joinByDomain(tx, ctx, organizationId))
    return undefined
  },
})

const policyOfRow = ({ id, ownRole, memberSso, sso, secondFactor }: OrganizationRow) =>
  policyOf(id, { role: ownRole, memberSso, organizationSso: sso, secondFactor })

function presentListed({ urls }: Context, row: OrganizationRow, unmet: ReadonlyMap<string, UnmetRule>) {
  const rule = unmet.get(row.id)
  return rule === undefined ? presentOrganization(row, urls) : presentClosedOrganization(row, rule, urls)
}

/** Otherwise the admin who requires a second factor would be locked out first. */
async function expectOwnSecondFactor(tx: Tx, { caller }: Context): Promise<void> {
  if ((await accountOf(tx, caller.userId)).secondFactor) return
  throw new DomainError(
    'precondition_failed',
    'Add a passkey or an authenticator app to your own account first',
  )
}

/** The checks that need other rows. */
async function expectValidReferences(
  tx: Tx,
  id: string,
  { sso, hostname, defaultContent }: z.output<typeof organizations.update.body>,
): Promise<void> {
  if (sso === true && !(await hasActiveProvider(tx, id))) throw noProvider()
  if (hostname && (await isHostnameTaken(tx, id, hostname))) throw hostnameTaken()
  if (defaultContent && !(await hasSite(tx, id, defaultContent.site))) {
    throw invalid([
      { path: ['body', 'defaultContent', 'site'], message: 'This organization has no such site' },
    ])
  }
}

const settingsOf = (stored: StoredOrganization): Settings => ({
  title: stored.title,
  emailDomains: stored.emailDomains,
  hostname: stored.hostname,
  defaultRole: stored.defaultRole,
  defaultContent: stored.defaultContent && { type: 'site', site: stored.defaultContent.site },
  logo: stored.logo,
  sso: stored.sso,
  secondFactor: stored.secondFactor,
  ai: stored.ai,
  inviteLinks: stored.inviteLinks,
})

const columnsOf = (settings: Settings): Required<OrganizationChange> => ({
  title: settings.title,
  email_domains: [...settings.emailDomains],
  hostname: settings.hostname,
  default_role: settings.defaultRole,
  default_content: settings.defaultContent && asJson(settings.defaultContent),
  logo: settings.logo,
  sso: settings.sso,
  second_factor: settings.secondFactor,
  ai: settings.ai,
  invite_links: settings.inviteLinks,
})
