import { sql } from 'kysely'
import type { CustomFieldValue } from '#contract/custom-fields.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import type { FieldRow } from './queries.ts'

/** A value with its space. */
export type ValueRow = {
  readonly spaceId: string
  readonly spaceTitle: string
  readonly field: string
  readonly value: CustomFieldValue
}

/** The fields with a value in a space, in the order of the fields. */
export async function valuesIn(
  db: Db | Tx,
  organizationId: string,
  spaceId: string,
): Promise<readonly (FieldRow & { readonly value: CustomFieldValue })[]> {
  return db
    .selectFrom('custom_field_value as v')
    .innerJoin('custom_field as f', (join) =>
      join.onRef('f.organization_id', '=', 'v.organization_id').onRef('f.name', '=', 'v.field_name'),
    )
    .select(['f.organization_id as organizationId', 'f.id', 'f.name', 'f.type', 'f.title', 'f.description'])
    .select(['f.placeholder', 'f.options', 'f.version', 'f.created_at as createdAt'])
    .select(['f.updated_at as updatedAt', 'v.value'])
    .where('v.organization_id', '=', organizationId)
    .where('v.space_id', '=', spaceId)
    .orderBy('f.created_at')
    .orderBy('f.name')
    .execute()
}

const rows = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('custom_field_value as v')
    .innerJoin('space as s', (join) =>
      join.onRef('s.organization_id', '=', 'v.organization_id').onRef('s.id', '=', 'v.space_id'),
    )
    .select(['v.space_id as spaceId', 's.title as spaceTitle', 'v.field_name as field', 'v.value'])
    .where('v.organization_id', '=', organizationId)
    .orderBy('v.space_id')

/** All values of a field; with `notIn` only those that use other options. */
export function valuesOf(
  tx: Tx,
  organizationId: string,
  field: string,
  notIn?: readonly string[],
): Promise<readonly ValueRow[]> {
  const all = rows(tx, organizationId).where('v.field_name', '=', field)
  return (
    notIn === undefined ? all : all.where(sql<boolean>`not (${asJson(notIn)}::jsonb @> v.value)`)
  ).execute()
}

/** All values in some spaces. */
export const valuesInSpaces = (tx: Tx, organizationId: string, spaceIds: readonly string[]) =>
  rows(tx, organizationId).where('v.space_id', 'in', spaceIds).execute()

export type NewValue = {
  readonly spaceId: string
  readonly field: string
  /** Null deletes the value. */
  readonly value: CustomFieldValue | null
}

/** Stores and deletes values with at most two statements. */
export async function writeValues(
  tx: Tx,
  organizationId: string,
  values: readonly NewValue[],
): Promise<void> {
  const input = (some: readonly NewValue[]) =>
    sql`jsonb_to_recordset(${asJson(some)}::jsonb) as input ("spaceId" text, field text, value jsonb)`
  const [cleared, set] = [
    values.filter(({ value }) => value === null),
    values.filter(({ value }) => value !== null),
  ]
  if (cleared.length > 0) {
    await sql`delete from custom_field_value v using ${input(cleared)} where v.organization_id = ${organizationId}
      and v.space_id = input."spaceId" and v.field_name = input.field`.execute(tx)
  }
  if (set.length > 0) {
    await sql`insert into custom_field_value (organization_id, space_id, field_name, value)
      select ${organizationId}, "spaceId", field, value from ${input(set)}
      on conflict (organization_id, space_id, field_name) do update set value = excluded.value`.execute(tx)
  }
}

/** Deletes all values in some spaces. */
export const deleteValuesIn = (tx: Tx, organizationId: string, spaceIds: readonly string[]) =>
  tx
    .deleteFrom('custom_field_value')
    .where('organization_id', '=', organizationId)
    .where('space_id', 'in', spaceIds)
    .execute()

/** Locks a space that is not in the trash, so that its values change one write at a time. */
export const lockSpaceOfValues = (tx: Tx, organizationId: string, spaceId: string) =>
  tx
    .selectFrom('space')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('space', spaceId))
