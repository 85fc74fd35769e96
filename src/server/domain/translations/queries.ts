import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'translation_settings.organization_id as organizationId',
  'translation_settings.id',
  'translation_settings.title',
  'translation_settings.languages',
  'translation_settings.version',
  'translation_settings.created_at as createdAt',
  'translation_settings.updated_at as updatedAt',
] as const

const settingsOf = (db: Db | Tx, organizationId: string) =>
  db.selectFrom('translation_settings').where('translation_settings.organization_id', '=', organizationId)

/** One page of an organization's translation settings, oldest first, with their count. */
export async function settingsPage(db: Db, organizationId: string, paging: Paging) {
  const keyset = {
    columns: ['translation_settings.created_at', 'translation_settings.id'],
    keyOf: (row: { createdAt: Date; id: string }) => [row.createdAt, row.id],
  }
  const [page, count] = await Promise.all([
    pageOf(settingsOf(db, organizationId).select(columns), keyset, paging),
    countSettings(db, organizationId),
  ])
  return { ...page, count }
}

export async function countSettings(db: Db | Tx, organizationId: string): Promise<number> {
  const { count } = await settingsOf(db, organizationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws {DomainError} `not_found` when the organization has no such settings. */
export const settingsById = (db: Db | Tx, organizationId: string, id: string) =>
  settingsOf(db, organizationId)
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('translation settings', id))

export type SettingsRow = Awaited<ReturnType<typeof settingsById>>

/** Locks translation settings until the transaction ends. */
export const lockSettings = (tx: Tx, organizationId: string, id: string) =>
  settingsOf(tx, organizationId)
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('translation settings', id))

export type NewSettings = {
  readonly organizationId: string
  readonly id: string
  readonly title: string
  readonly languages: string[]
  readonly now: Date
}

export const insertSettings = (tx: Tx, { organizationId, now, ...settings }: NewSettings) =>
  tx
    .insertInto('translation_settings')
    .values({ ...settings, organization_id: organizationId, created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Updates translation settings and increments their version. */
export const changeSettings = (
  tx: Tx,
  { organizationId, id }: Pick<SettingsRow, 'organizationId' | 'id'>,
  change: Pick<NewSettings, 'title' | 'languages'>,
  now: Date,
) =>
  tx
    .updateTable('translation_settings')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteSettings = (tx: Tx, { organizationId, id }: Pick<SettingsRow, 'organizationId' | 'id'>) =>
  tx
    .deleteFrom('translation_settings')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
