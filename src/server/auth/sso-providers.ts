import type { Db, Tx } from '../db/client.ts'
import type { SsoProviderTable } from '../db/tables/sso.ts'

/** A provider that members can sign in with. */
export type ActiveProvider = {
  readonly id: string
  readonly type: SsoProviderTable['type']
  readonly label: string
}

/** The active providers of an organization, oldest first. */
export const activeProviders = (db: Db | Tx, organizationId: string): Promise<ActiveProvider[]> =>
  activeProvidersOf(db, [organizationId])

/** The active providers of some organizations, oldest first. */
export const activeProvidersOf = (
  db: Db | Tx,
  organizationIds: readonly string[],
): Promise<(ActiveProvider & { readonly organizationId: string })[]> =>
  db
    .selectFrom('sso_provider as p')
    .select(['p.id', 'p.type', 'p.label', 'p.organization_id as organizationId'])
    .where('p.organization_id', 'in', organizationIds)
    .where('p.status', '=', 'active')
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(100 * Math.max(1, organizationIds.length))
    .execute()

/** Whether members can sign in with a provider of the organization. */
export const hasActiveProvider = async (db: Db | Tx, organizationId: string): Promise<boolean> =>
  (await activeProviders(db, organizationId)).length > 0

/** The path where a sign-in starts. `http/sso.ts` and its siblings mount it. */
export const startPath = ({ id, type }: Pick<ActiveProvider, 'id' | 'type'>): string =>
  `/sso/${type}/${id}/start`
