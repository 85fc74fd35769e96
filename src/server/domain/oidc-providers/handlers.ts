import { MAX_OIDC_PROVIDERS, type OidcProvider, oidcProviders } from '#contract/oidc-providers.ts'
import type { Issue } from '#contract/shared/errors.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { seal } from '../../sealing.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { providerAuditEvent } from '../saml-providers/audit-events.ts'
import { groupMappingsOf, replaceGroupMappings } from '../sso/group-mapping-queries.ts'
import { deleteIdentities } from '../sso/identity-queries.ts'
import {
  changeProvider,
  countProviders,
  deleteProvider,
  expectAnotherProvider,
  insertProvider,
} from '../sso/provider-queries.ts'
import { presentTeam } from '../teams/present.ts'
import { teamsByIds } from '../teams/queries.ts'
import { auditStateOf } from './audit-events.ts'
import { discover, messageOf } from './connect.ts'
import { presentOidcProvider } from './present.ts'
import {
  changeConnection,
  insertConnection,
  lockOidcProvider,
  type OidcProviderRow,
  oidcProviderOf,
  oidcProviderPage,
} from './queries.ts'
import {
  issuerIn,
  NEW_PROVIDER,
  type OidcInput,
  type OidcSettings,
  settingsAfter,
  statusOf,
  tooManyProviders,
  withoutMovedSecret,
} from './rules.ts'

export const oidcProviderHandlers = handle(oidcProviders, {
  async list(ctx, { params, query }) {
    const { next, rows, count } = await oidcProviderPage(ctx.db, params.organizationId, query)
    return { ...(next ? { next } : {}), count, items: await present(ctx, ctx.db, rows) }
  },

  async create(ctx, { params: { organizationId }, body }) {
    const input = await withIssuer(ctx, body, null)
    const sealedSecret = await sealedSecretOf(ctx, input, null)
    const settings = settingsAfter(NEW_PROVIDER, input)
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockOrganization(tx, organizationId)
      if ((await countProviders(tx, organizationId, 'oidc')) >= MAX_OIDC_PROVIDERS) throw tooManyProviders()
      await expectKnownTeams(tx, ctx, input)
      const provider = { ...settings, id, organizationId, type: 'oidc', status: statusOf(settings) } as const
      await insertProvider(tx, { ...provider, now: ctx.now() })
      await insertConnection(tx, id, { ...settings, scopes: [...settings.scopes], sealedSecret })
      await replaceGroupMappings(tx, { organizationId, providerId: id }, settings.groupMappings)
      const after = auditStateOf(settings)
      await recordAuditEvents(tx, ctx, providerAuditEvent('create', provider, { after }))
      return presentOne(ctx, tx, organizationId, id)
    })
  },

  async get(ctx, { params: { organizationId, oidcProviderId } }) {
    return presentOne(ctx, ctx.db, organizationId, oidcProviderId)
  },

  async update(ctx, { params: { organizationId, oidcProviderId: id }, body }) {
    const { issuer } = await oidcProviderOf(ctx.db, organizationId, id)
    const checked = await withIssuer(ctx, body, issuer)
    return ctx.write(async (tx) => {
      const organization = await lockOrganization(tx, organizationId)
      const stored = await lockOidcProvider(tx, organizationId, id)
      expectVersion(ctx, stored.version)
      const input = withoutMovedSecret(checked, stored.issuer)
      await expectKnownTeams(tx, ctx, input)
      const before = await settingsOf(tx, stored)
      const settings = settingsAfter(before, input)
      const changed = difference(auditStateOf(before), auditStateOf(settings))
      if (changed === null && !input.clientSecret) return presentOne(ctx, tx, organizationId, id)
      const status = statusOf(settings)
      if (status === 'pending') await expectAnotherProvider(tx, organization, id)
      const sealedSecret = await sealedSecretOf(ctx, input, stored.sealedSecret)
      await changeProvider(tx, id, { ...settings, status }, ctx.now())
      await changeConnection(tx, id, { ...settings, scopes: [...settings.scopes], sealedSecret })
      await replaceGroupMappings(tx, { organizationId, providerId: id }, settings.groupMappings)
      if (settings.issuer !== before.issuer) await deleteIdentities(tx, id)
      await recordAuditEvents(
        tx,
        ctx,
        providerAuditEvent('update', { ...settings, id }, changed ?? NEW_SECRET),
      )
      return presentOne(ctx, tx, organizationId, id)
    })
  },

  async delete(ctx, { params: { organizationId, oidcProviderId: id } }) {
    await ctx.write(async (tx) => {
      const organization = await lockOrganization(tx, organizationId)
      const stored = await lockOidcProvider(tx, organizationId, id)
      expectVersion(ctx, stored.version)
      await expectAnotherProvider(tx, organization, id)
      const before = auditStateOf(await settingsOf(tx, stored))
      await deleteProvider(tx, id)
      await recordAuditEvents(tx, ctx, providerAuditEvent('delete', stored, { before }))
    })
    return undefined
  },
})

/** A replaced secret, of which nothing but this is recorded. */
const NEW_SECRET = { after: { clientSecret: 'replaced' } }

/**
 * The request with an issuer that the provider uses for itself. A new issuer is read first, outside of the transaction.
 * @throws {DomainError} 400 if its configuration cannot be read
 */
async function withIssuer(ctx: Context, input: OidcInput, stored: string | null): Promise<OidcInput> {
  const issuer = input.issuer ? issuerIn(input.issuer) : null
  if (issuer === null || issuer === stored) return input.issuer === undefined ? input : { ...input, issuer }
  try {
    return { ...input, issuer: (await discover(ctx.config, issuer)).issuer }
  } catch (error) {
    const message = `Couldn’t read the configuration of the provider: ${messageOf(error)}`
    throw invalid([{ path: ['body', 'issuer'], message }])
  }
}

async function sealedSecretOf(
  { config }: Context,
  { clientSecret }: OidcInput,
  stored: Buffer | null,
): Promise<Buffer | null> {
  if (clientSecret === undefined) return stored
  const secret = clientSecret?.trim()
  return secret ? seal(config, secret) : null
}

/** @throws {DomainError} 400 with the teams that the organization does not have */
async function expectKnownTeams(
  tx: Tx,
  ctx: Context,
  { defaultTeam, groupMappings = [] }: OidcInput,
): Promise<void> {
  const named: { readonly path: Issue['path']; readonly id: string }[] = [
    ...(defaultTeam ? [{ path: ['body', 'defaultTeam'], id: defaultTeam }] : []),
    ...groupMappings.flatMap(({ team }, index) =>
      team ? [{ path: ['body', 'groupMappings', index, 'team'], id: team }] : [],
    ),
  ]
  const ids = new Set(named.map(({ id }) => id))
  const known = new Set((await teamsIn(ctx, tx, [...ids])).map(({ id }) => id))
  const message = 'This team isn’t in the organization'
  const issues = named.filter(({ id }) => !known.has(id)).map(({ path }) => ({ path, message }))
  if (issues.length > 0) throw invalid(issues)
}

const teamsIn = (ctx: Context, db: Db | Tx, ids: readonly string[]) =>
  teamsByIds(db, ctx.access.organizationId, ctx.caller.userId, ids)

async function settingsOf(tx: Tx, row: OidcProviderRow): Promise<OidcSettings> {
  const mappings = await groupMappingsOf(tx, [row.id])
  return { ...row, hasSecret: row.sealedSecret !== null, groupMappings: mappings.get(row.id) ?? [] }
}

async function present(ctx: Context, db: Db | Tx, rows: readonly OidcProviderRow[]): Promise<OidcProvider[]> {
  const ids = new Set(rows.flatMap(({ defaultTeamId }) => defaultTeamId ?? []))
  const teams = new Map((await teamsIn(ctx, db, [...ids])).map((team) => [team.id, presentTeam(team, ctx)]))
  const mappings = await groupMappingsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    presentOidcProvider(
      row,
      { groupMappings: mappings.get(row.id) ?? [], defaultTeam: teams.get(row.defaultTeamId ?? '') },
      ctx,
    ),
  )
}

async function presentOne(
  ctx: Context,
  db: Db | Tx,
  organizationId: string,
  id: string,
): Promise<OidcProvider> {
  const [provider] = await present(ctx, db, [await oidcProviderOf(db, organizationId, id)])
  if (provider === undefined) throw new Error('A provider was read and not presented')
  return provider
}
