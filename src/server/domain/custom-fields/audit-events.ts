import type { CustomFieldValue } from '#contract/custom-fields.ts'
import { type AuditEventInput, difference } from '../audit-events/record.ts'
import type { FieldRow } from './queries.ts'
import type { ValueRow } from './value-queries.ts'

/** An audit event about a custom field. */
export const fieldAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { name }: Pick<FieldRow, 'name'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `custom-field.${verb}`,
  target: { type: 'custom-field', id: name, label: name },
  ...sides,
})

/** The settings of a field, with the field names of a PATCH. */
const settingsOf = ({ title, description, placeholder, options }: FieldRow) => ({
  title: title ?? '',
  description: description ?? '',
  placeholder: placeholder ?? '',
  ...(options === null ? {} : { options }),
})

/** A whole field, for audit events of its creation and deletion. */
export const auditStateOf = (field: FieldRow) => ({
  name: field.name,
  type: field.type,
  ...settingsOf(field),
})

/** Audit events for changed settings; none when nothing changed. */
export function updateAuditEvents(before: FieldRow, after: FieldRow): readonly AuditEventInput[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [fieldAuditEvent('update', after, changed)]
}

type Values = Readonly<Record<string, CustomFieldValue | null>>

/** Audit events for changed values of a space; none when nothing changed. */
export function valueAuditEvents(
  space: { readonly id: string; readonly title: string },
  before: Values,
  after: Values,
): readonly AuditEventInput[] {
  const changed = difference(before, after)
  if (changed === null) return []
  const asInput = (side: Readonly<Record<string, unknown>>) => ({
    values: Object.fromEntries(Object.entries(side).map(([name, value]) => [name, { value }])),
  })
  const target = { type: 'space' as const, id: space.id, label: space.title }
  return [{ action: 'space.fields', target, before: asInput(changed.before), after: asInput(changed.after) }]
}

/** Audit events for values that were removed or reduced by another change, one per space. */
export function valueLossAuditEvents(
  removed: readonly ValueRow[],
  remaining: (row: ValueRow) => CustomFieldValue | null,
): readonly AuditEventInput[] {
  const bySpace = Map.groupBy(removed, ({ spaceId }) => spaceId)
  return [...bySpace].flatMap(([id, rows]) => {
    const side = (valueOf: (row: ValueRow) => CustomFieldValue | null): Values =>
      Object.fromEntries(rows.map((row) => [row.field, valueOf(row)]))
    return valueAuditEvents(
      { id, title: rows[0]?.spaceTitle ?? '' },
      side(({ value }) => value),
      side(remaining),
    )
  })
}
