import type { SchemaPart } from '#contract/openapi-operations.ts'
import type { SpecChangeKind } from '#contract/openapi-versions.ts'

/** A change within an operation; `at` is empty for the operation itself. */
export type Finding = { readonly kind: SpecChangeKind; readonly at: string; readonly message: string }

/** Where a schema is: clients send requests and read responses, so the same change has opposite effects. */
export type SchemaPosition = { readonly direction: 'request' | 'response'; readonly at: string }

/** The differences between two schemas at the same position. Parts that were cut or repeat themselves are not compared. */
export function schemaChanges(before: SchemaPart, after: SchemaPart, position: SchemaPosition): Finding[] {
  if (before.circular || after.circular) return []
  return [
    ...typeChanges(before, after, position),
    ...valueChanges(before, after, position),
    ...limitChanges(before, after, position),
    ...propertyChanges(before, after, position),
    ...choiceChanges(before, after, position),
    ...(before.items && after.items
      ? schemaChanges(before.items, after.items, { ...position, at: `${position.at}[]` })
      : []),
  ]
}

/** A request accepts less, or a response contains more than before. */
const narrowed = ({ direction, at }: SchemaPosition, message: string): Finding => ({
  kind: direction === 'request' ? 'breaking' : 'changed',
  at,
  message,
})

/** A request accepts more, or a response may contain what clients do not expect. */
const widened = ({ direction, at }: SchemaPosition, message: string): Finding => ({
  kind: direction === 'request' ? 'changed' : 'breaking',
  at,
  message,
})

const changed = ({ at }: SchemaPosition, message: string): Finding => ({ kind: 'changed', at, message })

function typeChanges(before: SchemaPart, after: SchemaPart, position: SchemaPosition): Finding[] {
  const lost = typesMissingIn(before, after)
  const gained = typesMissingIn(after, before)
  const message = `Type changed from ${typeName(before)} to ${typeName(after)}`
  if (lost && gained) return [{ kind: 'breaking', at: position.at, message }]
  if (lost) return [narrowed(position, message)]
  if (gained) return [widened(position, message)]
  if (before.format === after.format) return []
  return [changed(position, `Format changed from ${before.format ?? 'none'} to ${after.format ?? 'none'}`)]
}

const typeName = ({ types }: SchemaPart): string => types.join(' or ') || 'any'

/** Whether some type of one schema is not allowed by another. An integer is a number; no type means any. */
function typesMissingIn({ types }: SchemaPart, { types: allowed }: SchemaPart): boolean {
  if (allowed.length === 0) return false
  if (types.length === 0) return true
  return types.some((one) => !allowed.includes(one) && !(one === 'integer' && allowed.includes('number')))
}

function valueChanges(
  { values: before }: SchemaPart,
  { values: after }: SchemaPart,
  position: SchemaPosition,
): Finding[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined) return [narrowed(position, `Limited to ${listOf(after ?? [])}`)]
  if (after === undefined) return [widened(position, 'No longer limited to certain values')]
  const [removed, added] = [missingIn(before, after), missingIn(after, before)]
  return [
    ...(removed.length > 0 ? [narrowed(position, `Values removed: ${listOf(removed)}`)] : []),
    // Clients are expected to accept new values in responses, as new fields.
    ...(added.length > 0
      ? [{ kind: 'added', at: position.at, message: `Values added: ${listOf(added)}` } as const]
      : []),
  ]
}

const missingIn = (values: readonly string[], others: readonly string[]): string[] =>
  values.filter((one) => !others.includes(one))

function listOf(values: readonly string[]): string {
  const shown = values.slice(0, 5).join(', ')
  return values.length > 5 ? `${shown} and ${values.length - 5} more` : shown
}

/** Constraints by name: those that allow less when they grow, and those that allow less when they shrink. */
const lowerBounds = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const upperBounds = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])

function limitChanges(before: SchemaPart, after: SchemaPart, position: SchemaPosition): Finding[] {
  const older = new Map((before.facts ?? []).map(({ name, value }) => [name, value]))
  const newer = new Map((after.facts ?? []).map(({ name, value }) => [name, value]))
  return [...new Set([...older.keys(), ...newer.keys()])].flatMap((name): Finding[] => {
    const [was, is] = [older.get(name), newer.get(name)]
    if (was === is) return []
    const message = `${name} changed from ${was ?? 'none'} to ${is ?? 'none'}`
    if (is === undefined) return [widened(position, message)]
    if (was === undefined) return [narrowed(position, message)]
    const difference = Number(is) - Number(was)
    if (lowerBounds.has(name)) return [(difference > 0 ? narrowed : widened)(position, message)]
    if (upperBounds.has(name)) return [(difference < 0 ? narrowed : widened)(position, message)]
    return [narrowed(position, message)]
  })
}

function propertyChanges(before: SchemaPart, after: SchemaPart, position: SchemaPosition): Finding[] {
  if (before.properties === undefined && after.properties === undefined) return []
  const older = new Map((before.properties ?? []).map((one) => [one.name ?? '', one]))
  const newer = new Map((after.properties ?? []).map((one) => [one.name ?? '', one]))
  const removed = after.cut ? [] : [...older.keys()].filter((name) => !newer.has(name))
  return [
    ...removed.map(
      (name): Finding => ({ kind: 'breaking', at: within(position, name), message: 'Field removed' }),
    ),
    ...[...newer].flatMap(([name, property]): Finding[] => {
      const at = within(position, name)
      const previous = older.get(name)
      if (previous !== undefined) {
        return [
          ...requiredChanges(previous, property, { ...position, at }),
          ...schemaChanges(previous, property, { ...position, at }),
        ]
      }
      if (before.cut) return []
      return position.direction === 'request' && property.required
        ? [{ kind: 'breaking', at, message: 'Required field added' }]
        : [{ kind: 'added', at, message: 'Field added' }]
    }),
  ]
}

/** The path of a field: `request body: owner.name`. */
const within = ({ at }: SchemaPosition, name: string): string =>
  `${at}${at.includes(': ') ? '.' : ': '}${name}`

function requiredChanges(
  { required: was = false }: SchemaPart,
  { required: is = false }: SchemaPart,
  position: SchemaPosition,
): Finding[] {
  if (was === is) return []
  if (position.direction === 'request')
    return [is ? narrowed(position, 'Now required') : widened(position, 'No longer required')]
  return [is ? narrowed(position, 'Always present') : widened(position, 'No longer always present')]
}

/** Alternatives are compared by name, or by their content without one. */
function choiceChanges(
  { choice: before }: SchemaPart,
  { choice: after }: SchemaPart,
  position: SchemaPosition,
): Finding[] {
  if (before === undefined && after === undefined) return []
  const [older, newer] = [(before?.of ?? []).map(nameOf), (after?.of ?? []).map(nameOf)]
  const [removed, added] = [missingIn(older, newer), missingIn(newer, older)]
  const pairs = (before?.of ?? []).flatMap((one) => {
    const other = after?.of.find((candidate) => nameOf(candidate) === nameOf(one))
    return other === undefined ? [] : schemaChanges(one, other, position)
  })
  return [
    ...(removed.length > 0 ? [narrowed(position, 'Alternatives removed')] : []),
    ...(added.length > 0 ? [widened(position, 'Alternatives added')] : []),
    ...pairs,
  ]
}

const nameOf = (part: SchemaPart): string => part.title ?? part.name ?? JSON.stringify(part)
