import type { CustomFieldValue } from '#contract/custom-fields.ts'
import { type AuditEventInput, difference } from '../audit-events/record.ts'
import type { FieldRow } from './queries.ts'
import type { ValueRow } from './value-queries.ts'

/** What was done to a custom field, for the log. */
export const fieldAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { name }: Pick<FieldRow, 'name'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `custom-field.${verb}`,
  target: { type: 'custom-field', id: name, label: name },
  ...sides,
})

/** A field's settings as a PATCH would write them. */
const settingsOf = ({ title, description, placeholder, options }: FieldRow) => ({
  title: title ?? '',
  description: description ?? '',
  placeholder: placeholder ?? '',
  ...(options === null ? {} : { options }),
})

/** A field as it could be made again. */
export const auditStateOf = (field: FieldRow) => ({
  name: field.name,
  type: field.type,
  ...settingsOf(field),
})

/** What changed about a field; nothing when it is the same. */
export function updateAuditEvents(before: FieldRow, after: FieldRow): readonly AuditEventInput[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [fieldAuditEvent('update', after, changed)]
}

type Values = Readonly<Record<string, CustomFieldValue | null>>

/** Values of a space that changed, both sides as one writes them; nothing when they are the same. */
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

/** Values that went or were cut because something else did, an event a space. */
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
