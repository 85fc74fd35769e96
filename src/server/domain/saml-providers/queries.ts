import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { countProviders, providerColumns, providersByAge } from '../sso/provider-queries.ts'

const samlProviders = (db: Db | Tx) =>
  db
    .selectFrom('sso_provider as p')
    .innerJoin('saml_provider as s', 's.provider_id', 'p.id')
    .select(providerColumns)
    .select(['s.entity_id as entityId', 's.sso_url as ssoUrl', 's.certificate'])

const providersOf = (db: Db | Tx, organizationId: string) =>
  samlProviders(db).where('p.organization_id', '=', organizationId)

/** One page of an organization's SAML providers, oldest first, with their count. */
export async function samlProviderPage(db: Db, organizationId: string, paging: Paging) {
  const [page, count] = await Promise.all([
    pageOf(providersOf(db, organizationId), providersByAge, paging),
    countProviders(db, organizationId, 'saml'),
  ])
  return { ...page, count }
}

/** @throws {DomainError} `not_found` when the organization has no such provider */
export const samlProviderOf = (db: Db | Tx, organizationId: string, id: string) =>
  providersOf(db, organizationId)
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('SAML provider', id))

export type SamlProviderRow = Awaited<ReturnType<typeof samlProviderOf>>

/** A provider by its id alone, for the addresses that browsers and providers use. */
export const samlProviderById = (db: Db | Tx, id: string) =>
  samlProviders(db).where('p.id', '=', id).executeTakeFirst()

/** Locks a provider until the transaction ends. */
export const lockSamlProvider = (tx: Tx, organizationId: string, id: string) =>
  providersOf(tx, organizationId)
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirstOrThrow(() => notFound('SAML provider', id))

export type Connection = Pick<SamlProviderRow, 'entityId' | 'ssoUrl' | 'certificate'>

const connectionColumns = ({ entityId, ssoUrl, certificate }: Connection) => ({
  entity_id: entityId,
  sso_url: ssoUrl,
  certificate,
})

export const insertConnection = (tx: Tx, providerId: string, connection: Connection) =>
  tx
    .insertInto('saml_provider')
    .values({ provider_id: providerId, ...connectionColumns(connection) })
    .execute()

export const changeConnection = (tx: Tx, providerId: string, connection: Connection) =>
  tx
    .updateTable('saml_provider')
    .set(connectionColumns(connection))
    .where('provider_id', '=', providerId)
    .execute()
