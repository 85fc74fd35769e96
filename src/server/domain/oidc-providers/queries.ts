import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { countProviders, providerColumns, providersByAge } from '../sso/provider-queries.ts'

const oidcProviders = (db: Db | Tx) =>
  db
    .selectFrom('sso_provider as p')
    .innerJoin('oidc_provider as o', 'o.provider_id', 'p.id')
    .select(providerColumns)
    .select([
      'o.issuer',
      'o.client_id as clientId',
      'o.client_secret as sealedSecret',
      'o.scopes',
      'o.groups_claim as groupsClaim',
    ])

const providersOf = (db: Db | Tx, organizationId: string) =>
  oidcProviders(db).where('p.organization_id', '=', organizationId)

/** One page of an organization's OpenID Connect providers, oldest first, with their count. */
export async function oidcProviderPage(db: Db, organizationId: string, paging: Paging) {
  const [page, count] = await Promise.all([
    pageOf(providersOf(db, organizationId), providersByAge, paging),
    countProviders(db, organizationId, 'oidc'),
  ])
  return { ...page, count }
}

/** @throws {DomainError} `not_found` when the organization has no such provider */
export const oidcProviderOf = (db: Db | Tx, organizationId: string, id: string) =>
  providersOf(db, organizationId)
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('OpenID Connect provider', id))

export type OidcProviderRow = Awaited<ReturnType<typeof oidcProviderOf>>

/** A provider by its id alone, for the addresses that browsers use. */
export const oidcProviderById = (db: Db | Tx, id: string) =>
  oidcProviders(db).where('p.id', '=', id).executeTakeFirst()

/** Locks a provider until the transaction ends. */
export const lockOidcProvider = (tx: Tx, organizationId: string, id: string) =>
  providersOf(tx, organizationId)
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirstOrThrow(() => notFound('OpenID Connect provider', id))

export type Connection = Pick<
  OidcProviderRow,
  'issuer' | 'clientId' | 'sealedSecret' | 'scopes' | 'groupsClaim'
>

const connectionColumns = ({ issuer, clientId, sealedSecret, scopes, groupsClaim }: Connection) => ({
  issuer,
  client_id: clientId,
  client_secret: sealedSecret,
  scopes: [...scopes],
  groups_claim: groupsClaim,
})

export const insertConnection = (tx: Tx, providerId: string, connection: Connection) =>
  tx
    .insertInto('oidc_provider')
    .values({ provider_id: providerId, ...connectionColumns(connection) })
    .execute()

export const changeConnection = (tx: Tx, providerId: string, connection: Connection) =>
  tx
    .updateTable('oidc_provider')
    .set(connectionColumns(connection))
    .where('provider_id', '=', providerId)
    .execute()
