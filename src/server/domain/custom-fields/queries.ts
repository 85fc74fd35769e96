import { sql } from 'kysely'
import type { CustomFieldType } from '#contract/custom-fields.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'custom_field.organization_id as organizationId',
  'custom_field.id',
  'custom_field.name',
  'custom_field.type',
  'custom_field.title',
  'custom_field.description',
  'custom_field.placeholder',
  'custom_field.options',
  'custom_field.version',
  'custom_field.created_at as createdAt',
  'custom_field.updated_at as updatedAt',
] as const

const fieldsOf = (db: Db | Tx, organizationId: string) =>
  db.selectFrom('custom_field').where('custom_field.organization_id', '=', organizationId)

/** One page of an organization's fields, oldest first, with their count. */
export async function fieldPage(db: Db, organizationId: string, paging: Paging) {
  const keyset = {
    columns: ['custom_field.created_at', 'custom_field.name'],
    keyOf: (row: { createdAt: Date; name: string }) => [row.createdAt, row.name],
  }
  const [page, count] = await Promise.all([
    pageOf(fieldsOf(db, organizationId).select(columns), keyset, paging),
    countFields(db, organizationId),
  ])
  return { ...page, count }
}

export async function countFields(db: Db | Tx, organizationId: string): Promise<number> {
  const { count } = await fieldsOf(db, organizationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws {DomainError} `not_found` when the organization has no such field. */
export const fieldByName = (db: Db | Tx, organizationId: string, name: string) =>
  fieldsOf(db, organizationId)
    .select(columns)
    .where('name', '=', name)
    .executeTakeFirstOrThrow(() => notFound('custom field', name))

export type FieldRow = Awaited<ReturnType<typeof fieldByName>>

/** Locks a field until the transaction ends, so that no value is validated against options being removed. */
export const lockField = (tx: Tx, organizationId: string, name: string) =>
  fieldsOf(tx, organizationId)
    .select(columns)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('custom field', name))

/** Some fields, or all, with a shared lock that prevents changes until the transaction ends. */
export function lockFieldsShared(
  tx: Tx,
  organizationId: string,
  names?: readonly string[],
): Promise<FieldRow[]> {
  const fields = fieldsOf(tx, organizationId).select(columns).orderBy('name').forShare()
  return (names === undefined ? fields : fields.where('name', 'in', names)).execute()
}

export type NewField = {
  readonly organizationId: string
  readonly id: string
  readonly name: string
  readonly type: CustomFieldType
  readonly title: string | null
  readonly description: string | null
  readonly placeholder: string | null
  readonly options: string[] | null
  readonly now: Date
}

/** Stores a new field; undefined when its name is taken. */
export const insertField = (tx: Tx, { organizationId, now, ...field }: NewField) =>
  tx
    .insertInto('custom_field')
    .values({ ...field, organization_id: organizationId, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst()

export type FieldChange = Partial<Pick<NewField, 'title' | 'description' | 'placeholder' | 'options'>>

/** Updates a field and increments its version. */
export const changeField = (tx: Tx, organizationId: string, name: string, change: FieldChange, now: Date) =>
  tx
    .updateTable('custom_field')
    .set({ ...change, updated_at: now, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteField = (tx: Tx, organizationId: string, name: string) =>
  tx
    .deleteFrom('custom_field')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .execute()
