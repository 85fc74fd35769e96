import type { SchemaPart } from '#contract/openapi-operations.ts'
import {
  asText,
  atMost,
  isObject,
  isTrue,
  type Json,
  type JsonObject,
  listIn,
  member,
  objectIn,
  textIn,
} from './json.ts'
import { type Documents, type Located, nameOf, resolveReferences } from './references.ts'

/** Levels of nested schemas. */
const MAX_DEPTH = 12
/** Schemas and properties described per operation. */
const MAX_PARTS = 600
const MAX_DESCRIPTION_LENGTH = 4000
const MAX_VALUES = 100
const MAX_VALUE_LENGTH = 500

/** The number of parts an operation may still describe. */
export type Allowance = { parts: number }
export const newAllowance = (): Allowance => ({ parts: MAX_PARTS })

/** The context of a schema. */
type SchemaContext = {
  readonly documents: Documents
  readonly allowance: Allowance
  /** The schemas that contain this one. */
  readonly within: readonly Json[]
}

const described = ['format'] as const
const limits = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const

/** Describes a schema; null when the operation has used up its allowance. */
export function partOf(documents: Documents, located: Located, allowance: Allowance): SchemaPart | null {
  return describeSchema(located, { documents, allowance, within: [] })
}

function describeSchema(located: Located, context: SchemaContext): SchemaPart | null {
  if (context.allowance.parts <= 0) return null
  context.allowance.parts--
  const target = resolveReferences(context.documents, located)
  if (target === undefined)
    return { title: nameOf(textIn(located.value, '$ref') ?? ''), types: [], cut: true }
  const name = target.name ?? onlyPartOf(target.value)
  const title = name === undefined ? {} : { title: atMost(name, 200) }
  if (typeof target.value === 'boolean') return { ...title, types: [] }
  const beside = besideReference(located.value)
  if (context.within.includes(target.value))
    return { ...title, ...beside, types: typesOf(target.value), circular: true }
  const merged = mergedOf(target, context)
  const base: SchemaPart = { ...title, ...plainOf(merged.schema), ...beside }
  if (context.within.length >= MAX_DEPTH) return hasMore(merged.schema) ? { ...base, cut: true } : base
  return {
    ...base,
    ...innerOf(merged, { ...context, within: [...context.within, target.value, ...merged.from] }),
  }
}

/** The name of the only schema that `allOf` takes over, if there is just one. */
function onlyPartOf(schema: Json): string | undefined {
  const all = listIn(schema, 'allOf')
  const reference = all.length === 1 ? textIn(all[0], '$ref') : undefined
  return reference === undefined ? undefined : nameOf(reference)
}

/** The fields that OpenAPI allows next to a reference. */
function besideReference(value: Json): Partial<SchemaPart> {
  if (textIn(value, '$ref') === undefined) return {}
  const description = textIn(value, 'description')
  return {
    ...(description === undefined ? {} : { description: atMost(description, MAX_DESCRIPTION_LENGTH) }),
    ...(isTrue(value, 'deprecated') ? { deprecated: true } : {}),
  }
}

const hasMore = (schema: JsonObject): boolean =>
  ['properties', 'items', 'oneOf', 'anyOf', 'additionalProperties', 'patternProperties'].some(
    (name) => isObject(member(schema, name)) || Array.isArray(member(schema, name)),
  )

/** A schema merged with everything from `allOf`; properties come with the URL of their document. */
type Merged = {
  readonly schema: JsonObject
  readonly properties: ReadonlyMap<string, Located>
  readonly required: ReadonlySet<string>
  readonly choices: readonly { kind: 'oneOf' | 'anyOf'; of: readonly Located[] }[]
  readonly items: Located | undefined
  readonly additional: Located | undefined
  readonly from: readonly Json[]
}

function mergedOf(located: Located, context: SchemaContext): Merged {
  const from = layersOf(located, context)
  const properties = new Map<string, Located>()
  const required = new Set<string>()
  const choices: { kind: 'oneOf' | 'anyOf'; of: Located[] }[] = []
  const schema: Record<string, unknown> = {}
  for (const { value, at } of from) {
    for (const [name, property] of Object.entries(objectIn(value, 'properties')))
      properties.set(name, { value: property, at })
    for (const name of listIn(value, 'required')) if (typeof name === 'string') required.add(name)
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const of = listIn(value, kind).map((choice) => ({ value: choice, at }))
      if (of.length > 0) choices.push({ kind, of })
    }
    for (const [name, field] of Object.entries(isObject(value) ? value : {}))
      Object.defineProperty(schema, name, ownMember(field))
  }
  const last = (name: string) => from.findLast(({ value }) => isObject(member(value, name)))
  const inner = (name: string): Located | undefined => {
    const layer = last(name)
    return layer && { value: member(layer.value, name), at: layer.at }
  }
  return {
    schema,
    properties,
    required,
    choices,
    items: inner('items'),
    additional: inner('additionalProperties'),
    from: from.map(({ value }) => value),
  }
}

/** The schemas from `allOf`, each once, followed by the schema itself, which takes precedence. */
function layersOf(located: Located, context: SchemaContext): readonly Located[] {
  const layers: Located[] = []
  const visited = new Set<Json>(context.within)
  const add = (one: Located, depth: number): void => {
    if (!isObject(one.value) || visited.has(one.value) || depth > 20) return
    visited.add(one.value)
    for (const sub of listIn(one.value, 'allOf')) {
      const target = resolveReferences(context.documents, { value: sub, at: one.at })
      if (target !== undefined) add(target, depth + 1)
    }
    layers.push(one)
  }
  add(located, 0)
  return layers
}

const ownMember = (value: unknown) => ({ value, enumerable: true, configurable: true, writable: true })

function plainOf(schema: JsonObject): SchemaPart {
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : listIn(schema, 'enum')
  const description = textIn(schema, 'description')
  const example = member(schema, 'example') ?? listIn(schema, 'examples')[0]
  const facts = limits.flatMap((name) => {
    const value = member(schema, name)
    const isScalar = typeof value === 'number' || typeof value === 'string' || value === true
    return isScalar ? [{ name, value: atMost(String(value), MAX_VALUE_LENGTH) }] : []
  })
  const jsonField = (name: string, value: Json) => {
    const text = value === undefined ? undefined : asText(value, MAX_VALUE_LENGTH)
    return text === undefined ? {} : { [name]: text }
  }
  const texts = described.flatMap((name) => {
    const text = textIn(schema, name)
    return text === undefined ? [] : [[name, atMost(text, 100)] as const]
  })
  const more = values.length > MAX_VALUES ? { cut: true } : {}
  return {
    types: typesOf(schema),
    ...Object.fromEntries(texts),
    ...(description === undefined ? {} : { description: atMost(description, MAX_DESCRIPTION_LENGTH) }),
    ...(isTrue(schema, 'deprecated') ? { deprecated: true } : {}),
    ...(isTrue(schema, 'readOnly') ? { readOnly: true } : {}),
    ...(isTrue(schema, 'writeOnly') ? { writeOnly: true } : {}),
    ...(facts.length === 0 ? {} : { facts }),
    ...(values.length === 0
      ? {}
      : { values: values.slice(0, MAX_VALUES).flatMap((value) => asText(value, MAX_VALUE_LENGTH) ?? []) }),
    ...jsonField('default', member(schema, 'default')),
    ...jsonField('example', example),
    ...more,
  }
}

/** The JSON types. `nullable` of OpenAPI 3.0 adds null; a missing type is guessed. */
function typesOf(schema: Json): string[] {
  const type = member(schema, 'type')
  const declared = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
  const guessed =
    declared.length > 0
      ? declared
      : isObject(member(schema, 'properties'))
        ? ['object']
        : member(schema, 'items') !== undefined
          ? ['array']
          : []
  const isNullable = isTrue(schema, 'nullable') && guessed.length > 0 && !guessed.includes('null')
  return (isNullable ? [...guessed, 'null'] : guessed).slice(0, 8).map((one) => atMost(one, 50))
}

function innerOf(merged: Merged, context: SchemaContext): Partial<SchemaPart> {
  const { properties, required, items, additional, choices } = merged
  const lines: SchemaPart[] = []
  let isCut = false
  for (const [name, property] of properties) {
    const part = describeSchema(property, context)
    if (part === null) {
      isCut = true
      break
    }
    lines.push({ ...part, name: atMost(name, 300), ...(required.has(name) ? { required: true } : {}) })
  }
  const other = additional === undefined ? null : describeSchema(additional, context)
  if (other !== null) lines.push({ ...other, name: '[key]' })
  const each = items === undefined ? null : describeSchema(items, context)
  if ((additional !== undefined && other === null) || (items !== undefined && each === null)) isCut = true
  const choice = choiceOf(choices, context)
  return {
    ...(lines.length === 0 ? {} : { properties: lines }),
    ...(each === null ? {} : { items: each }),
    ...choice,
    ...(isCut ? { cut: true } : {}),
  }
}

/**
 * The first of several `oneOf` or `anyOf`. An option of null becomes a type, and a single remaining option replaces
 * the choice.
 */
function choiceOf(choices: Merged['choices'], context: SchemaContext): Partial<SchemaPart> {
  const [first] = choices
  if (first === undefined) return {}
  const isNull = ({ value }: Located) => member(value, 'type') === 'null'
  const real = first.of.filter((one) => !isNull(one))
  const [only] = real
  const nullable = real.length < first.of.length
  if (real.length === 1 && only !== undefined) {
    const part = describeSchema(only, context)
    if (part === null) return { cut: true }
    const { types, ...additional } = part
    return { ...additional, types: nullable && !types.includes('null') ? [...types, 'null'] : types }
  }
  const of = real.flatMap((one) => describeSchema(one, context) ?? [])
  return {
    choice: { kind: first.kind, of },
    ...(nullable ? { types: ['null'] } : {}),
    ...(of.length < real.length || choices.length > 1 ? { cut: true } : {}),
  }
}
