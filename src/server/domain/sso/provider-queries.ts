import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import { activeProviders } from '../../auth/sso-providers.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { SsoProviderTable } from '../../db/tables/sso.ts'
import { DomainError } from '../../errors.ts'

export type ProviderType = SsoProviderTable['type']
export type ProviderStatus = SsoProviderTable['status']

/** The columns that providers of all types share; select them from `sso_provider as p`. */
export const providerColumns = [
  'p.id',
  'p.organization_id as organizationId',
  'p.type',
  'p.label',
  'p.status',
  'p.default_team_id as defaultTeamId',
  'p.default_role as defaultRole',
  'p.version',
  'p.created_at as createdAt',
] as const

/** The order of every list of providers. */
export const providersByAge = {
  columns: ['p.created_at', 'p.id'],
  keyOf: (row: { createdAt: Date; id: string }) => [row.createdAt, row.id],
}

export type ProviderSettings = {
  readonly label: string
  readonly status: ProviderStatus
  readonly defaultTeamId: string | null
  readonly defaultRole: Role | null
}

const columnsOf = ({ label, status, defaultTeamId, defaultRole }: ProviderSettings) => ({
  label,
  status,
  default_team_id: defaultTeamId,
  default_role: defaultRole,
})

export const insertProvider = (
  tx: Tx,
  provider: ProviderSettings & { id: string; organizationId: string; type: ProviderType; now: Date },
) =>
  tx
    .insertInto('sso_provider')
    .values({
      ...columnsOf(provider),
      id: provider.id,
      organization_id: provider.organizationId,
      type: provider.type,
      created_at: provider.now,
      updated_at: provider.now,
    })
    .execute()

/** Updates a provider and increments its version. */
export const changeProvider = (tx: Tx, id: string, settings: ProviderSettings, now: Date) =>
  tx
    .updateTable('sso_provider')
    .set({ ...columnsOf(settings), updated_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteProvider = (tx: Tx, id: string) =>
  tx.deleteFrom('sso_provider').where('id', '=', id).execute()

export async function countProviders(
  db: Db | Tx,
  organizationId: string,
  type: ProviderType,
): Promise<number> {
  const { count } = await db
    .selectFrom('sso_provider')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Checks that members can still sign in without this provider. The organization must be locked.
 * @throws {DomainError} 409 if it is the last active provider while single sign-on is required
 */
export async function expectAnotherProvider(
  tx: Tx,
  { id, sso }: { readonly id: string; readonly sso: boolean },
  providerId: string,
): Promise<void> {
  if (!sso) return
  const others = (await activeProviders(tx, id)).filter((provider) => provider.id !== providerId)
  if (others.length > 0) return
  throw new DomainError(
    'invalid_state',
    'This is the last active provider, and members must use single sign-on. Turn off the requirement first',
  )
}

/** Whether an organization requires single sign-on. */
export const requiresSso = async (db: Db, organizationId: string): Promise<boolean> =>
  (await db.selectFrom('organization').select('sso').where('id', '=', organizationId).executeTakeFirst())
    ?.sso ?? false

/** The title of the team that new members join. */
export const teamTitle = async (
  db: Db,
  {
    organizationId,
    defaultTeamId,
  }: { readonly organizationId: string; readonly defaultTeamId: string | null },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('team')
      .select('title')
      .where('organization_id', '=', organizationId)
      .where('id', '=', defaultTeamId ?? '')
      .executeTakeFirst()
  )?.title
