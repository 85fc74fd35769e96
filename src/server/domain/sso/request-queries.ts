import { asJson, type Db, type Tx } from '../../db/client.ts'
import type { SsoRequestTable } from '../../db/tables/sso.ts'
import { providerColumns } from './provider-queries.ts'

export type RequestKind = SsoRequestTable['kind']

const columns = [
  'r.id',
  'r.organization_id as organizationId',
  'r.provider_id as providerId',
  'r.kind',
  'r.user_id as userId',
  'r.return_path as returnPath',
  'r.browser_hash as browserHash',
  'r.data',
  'r.answered_at as answeredAt',
  'r.outcome',
] as const

export type NewRequest = {
  readonly id: string
  readonly organizationId: string
  readonly providerId: string
  readonly kind: RequestKind
  readonly userId: string | null
  readonly returnPath: string
  readonly browserHash: Buffer | null
  readonly data: Readonly<Record<string, unknown>> | null
  readonly now: Date
  readonly expiresAt: Date
}

export const insertRequest = (db: Db | Tx, request: NewRequest) =>
  db
    .insertInto('sso_request')
    .values({
      id: request.id,
      organization_id: request.organizationId,
      provider_id: request.providerId,
      kind: request.kind,
      user_id: request.userId,
      return_path: request.returnPath,
      browser_hash: request.browserHash,
      data: request.data && asJson(request.data),
      created_at: request.now,
      expires_at: request.expiresAt,
    })
    .execute()

/** A request to a provider that has not been answered and has not expired. */
export const openRequest = (db: Db | Tx, providerId: string, id: string, now: Date) =>
  db
    .selectFrom('sso_request as r')
    .select(columns)
    .where('r.id', '=', id)
    .where('r.provider_id', '=', providerId)
    .where('r.answered_at', 'is', null)
    .where('r.expires_at', '>', now)
    .executeTakeFirst()

export type OpenRequest = NonNullable<Awaited<ReturnType<typeof openRequest>>>

/** Sends a prepared request from a browser: it can only be completed there. */
export const bindRequest = (
  db: Db | Tx,
  id: string,
  { browserHash, data }: Pick<NewRequest, 'browserHash' | 'data'>,
) =>
  db
    .updateTable('sso_request')
    .set({ browser_hash: browserHash, data: data && asJson(data) })
    .where('id', '=', id)
    .execute()

/** Stores the one answer to a request; false if it was answered before, which is a replay. */
export async function answerRequest(
  db: Db | Tx,
  id: string,
  answer: { outcome: Readonly<Record<string, unknown>>; ticketHash: Buffer | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_request')
    .set({ answered_at: answer.now, ticket_hash: answer.ticketHash, outcome: asJson(answer.outcome) })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', answer.now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Uses up a ticket: returns the answered request with its provider, and deletes it. */
export async function takeTicket(tx: Tx, ticketHash: Buffer, now: Date) {
  const request = await tx
    .selectFrom('sso_request as r')
    .select(columns)
    .where('r.ticket_hash', '=', ticketHash)
    .where('r.expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (request === undefined) return undefined
  await tx.deleteFrom('sso_request').where('id', '=', request.id).execute()
  const provider = await providerById(tx, request.providerId)
  return provider === undefined ? undefined : { request, provider }
}

/** A provider of any type. */
export const providerById = (db: Db | Tx, id: string) =>
  db.selectFrom('sso_provider as p').select(providerColumns).where('p.id', '=', id).executeTakeFirst()

/** A provider of an organization. */
export const providerOf = (db: Db | Tx, organizationId: string, id: string) =>
  db
    .selectFrom('sso_provider as p')
    .select(providerColumns)
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', id)
    .executeTakeFirst()

/** The test of a provider with its result, as long as it is stored. */
export const testOf = (db: Db, organizationId: string, id: string, now: Date) =>
  db
    .selectFrom('sso_request as r')
    .select(columns)
    .where('r.organization_id', '=', organizationId)
    .where('r.id', '=', id)
    .where('r.kind', '=', 'test')
    .where('r.expires_at', '>', now)
    .executeTakeFirst()

export type TestRow = NonNullable<Awaited<ReturnType<typeof testOf>>>

export const deleteExpiredRequests = (db: Db, now: Date) =>
  db.deleteFrom('sso_request').where('expires_at', '<=', now).execute()
