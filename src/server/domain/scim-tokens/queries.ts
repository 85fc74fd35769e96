import type { Paging } from '#contract/shared/paging.ts'
import { hashOf } from '../../auth/secrets.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

const columns = [
  'organization_id as organizationId',
  'id',
  'label',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

export async function scimTokenPage(db: Db, organizationId: string, paging: Paging) {
  const tokens = db.selectFrom('scim_token').select(columns).where('organization_id', '=', organizationId)
  const [page, count] = await Promise.all([
    pageOf(tokens, { columns: ['created_at', 'id'], keyOf: (row) => [row.createdAt, row.id] }, paging),
    countScimTokens(db, organizationId),
  ])
  return { ...page, count }
}

export type ScimTokenRow = Awaited<ReturnType<typeof scimTokenPage>>['rows'][number]

export async function countScimTokens(db: Db | Tx, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('scim_token')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

type NewScimToken = {
  readonly organizationId: string
  readonly id: string
  readonly label: string
  readonly secret: string
  readonly createdBy: string
  readonly now: Date
}

/** Stores a token; of the secret only its hash. */
export const insertScimToken = (tx: Tx, token: NewScimToken): Promise<ScimTokenRow> =>
  tx
    .insertInto('scim_token')
    .values({
      organization_id: token.organizationId,
      id: token.id,
      label: token.label,
      hash: hashOf(token.secret),
      created_by: token.createdBy,
      created_at: token.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Deletes a token and returns it; undefined when there was none. */
export const deleteScimToken = (
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<ScimTokenRow | undefined> =>
  tx
    .deleteFrom('scim_token')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** The token with a secret; undefined when there is none in the organization. */
export const scimTokenBySecret = (
  db: Db,
  organizationId: string,
  secret: string,
): Promise<ScimTokenRow | undefined> =>
  db
    .selectFrom('scim_token')
    .select(columns)
    .where('hash', '=', hashOf(secret))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

const MINUTE_MS = 60_000

/** Records the use of a token at most once a minute. */
export async function touchScimToken(db: Db, { id, lastUsedAt }: ScimTokenRow, now: Date): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return
  await db.updateTable('scim_token').set({ last_used_at: now }).where('id', '=', id).execute()
}
