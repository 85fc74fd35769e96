import { MAX_SAML_PROVIDERS, type SamlProvider, samlProviders } from '#contract/saml-providers.ts'
import { activeProviders } from '../../auth/sso-providers.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { deleteIdentities } from '../sso/identity-queries.ts'
import {
  changeProvider,
  countProviders,
  deleteProvider,
  expectAnotherProvider,
  insertProvider,
} from '../sso/provider-queries.ts'
import { loginOf } from '../sso/provider-urls.ts'
import { presentTeam } from '../teams/present.ts'
import { teamsByIds } from '../teams/queries.ts'
import { auditStateOf, providerAuditEvent } from './audit-events.ts'
import { presentSamlProvider } from './present.ts'
import {
  changeConnection,
  insertConnection,
  lockSamlProvider,
  type SamlProviderRow,
  samlProviderOf,
  samlProviderPage,
} from './queries.ts'
import {
  issuesOf,
  type SamlInput,
  type SamlSettings,
  settingsAfter,
  statusOf,
  tooManyProviders,
  unknownTeam,
} from './rules.ts'

const NO_SETTINGS: SamlSettings = {
  label: '',
  entityId: null,
  ssoUrl: null,
  certificate: null,
  defaultTeamId: null,
  defaultRole: null,
}

export const samlProviderHandlers = handle(samlProviders, {
  async list(ctx, { params, query }) {
    const { next, rows, count } = await samlProviderPage(ctx.db, params.organizationId, query)
    return { ...(next ? { next } : {}), count, items: await present(ctx, ctx.db, rows) }
  },

  async create(ctx, { params: { organizationId }, body }) {
    const settings = settingsAfter(NO_SETTINGS, body)
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockOrganization(tx, organizationId)
      if ((await countProviders(tx, organizationId, 'saml')) >= MAX_SAML_PROVIDERS) throw tooManyProviders()
      await expectValid(tx, ctx, body)
      const provider = { ...settings, id, organizationId, type: 'saml', status: statusOf(settings) } as const
      await insertProvider(tx, { ...provider, now: ctx.now() })
      await insertConnection(tx, id, settings)
      await recordAuditEvents(
        tx,
        ctx,
        providerAuditEvent('create', provider, { after: auditStateOf(settings) }),
      )
      return presentOne(ctx, tx, organizationId, id)
    })
  },

  async readMetadata(ctx, { body }) {
    // With a library for XML.
    const { readMetadata } = await import('./read-metadata.ts')
    return readMetadata(ctx, body)
  },

  async get(ctx, { params: { organizationId, samlProviderId } }) {
    return presentOne(ctx, ctx.db, organizationId, samlProviderId)
  },

  async update(ctx, { params: { organizationId, samlProviderId: id }, body }) {
    return ctx.write(async (tx) => {
      const organization = await lockOrganization(tx, organizationId)
      const stored = await lockSamlProvider(tx, organizationId, id)
      expectVersion(ctx, stored.version)
      await expectValid(tx, ctx, body)
      const settings = settingsAfter(stored, body)
      const changed = difference(auditStateOf(stored), auditStateOf(settings))
      if (changed !== null) {
        const status = statusOf(settings)
        if (status === 'pending') await expectAnotherProvider(tx, organization, id)
        await changeProvider(tx, id, { ...settings, status }, ctx.now())
        await changeConnection(tx, id, settings)
        if (settings.entityId !== stored.entityId) await deleteIdentities(tx, id)
        await recordAuditEvents(tx, ctx, providerAuditEvent('update', { ...settings, id }, changed))
      }
      return presentOne(ctx, tx, organizationId, id)
    })
  },

  async delete(ctx, { params: { organizationId, samlProviderId: id } }) {
    await ctx.write(async (tx) => {
      const organization = await lockOrganization(tx, organizationId)
      const stored = await lockSamlProvider(tx, organizationId, id)
      expectVersion(ctx, stored.version)
      await expectAnotherProvider(tx, organization, id)
      await deleteProvider(tx, id)
      await recordAuditEvents(tx, ctx, providerAuditEvent('delete', stored, { before: auditStateOf(stored) }))
    })
    return undefined
  },

  async logins(ctx, { params: { organizationId } }) {
    const providers = await activeProviders(ctx.db, organizationId)
    return { items: providers.map((provider) => loginOf(provider, ctx.urls)) }
  },
})

/** @throws {DomainError} 400 with the fields that cannot be stored */
async function expectValid(tx: Tx, ctx: Context, input: SamlInput): Promise<void> {
  const issues = [...issuesOf(input)]
  const { defaultTeam } = input
  if (defaultTeam && (await teamsIn(ctx, tx, [defaultTeam])).length === 0) issues.push(unknownTeam())
  if (issues.length > 0) throw invalid(issues)
}

const teamsIn = (ctx: Context, db: Db | Tx, ids: readonly string[]) =>
  teamsByIds(db, ctx.access.organizationId, ctx.caller.userId, ids)

async function present(ctx: Context, db: Db | Tx, rows: readonly SamlProviderRow[]): Promise<SamlProvider[]> {
  const ids = new Set(rows.flatMap(({ defaultTeamId }) => defaultTeamId ?? []))
  const teams = new Map((await teamsIn(ctx, db, [...ids])).map((team) => [team.id, presentTeam(team, ctx)]))
  return rows.map((row) => presentSamlProvider(row, teams.get(row.defaultTeamId ?? ''), ctx))
}

async function presentOne(
  ctx: Context,
  db: Db | Tx,
  organizationId: string,
  id: string,
): Promise<SamlProvider> {
  const [provider] = await present(ctx, db, [await samlProviderOf(db, organizationId, id)])
  if (provider === undefined) throw new Error('A provider was read and not presented')
  return provider
}
