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
import { type Documents, followed, nameOf, type Placed } from './references.ts'

/** How deep schemas are told in each other. */
const deepest = 12
/** Most parts of the schemas of one operation. */
const mostParts = 600
const longestDescription = 4000
const mostValues = 100
const longestValue = 500

/** What one operation may still tell. */
export type Allowance = { parts: number }
export const freshAllowance = (): Allowance => ({ parts: mostParts })

/** Where a schema is met. */
type Way = {
  readonly documents: Documents
  readonly allowance: Allowance
  /** The schemas that this one stands in. */
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

/** A schema as it is told; null when the operation has told enough. */
export function partOf(documents: Documents, placed: Placed, allowance: Allowance): SchemaPart | null {
  return told(placed, { documents, allowance, within: [] })
}

function told(placed: Placed, way: Way): SchemaPart | null {
  if (way.allowance.parts <= 0) return null
  way.allowance.parts--
  const target = followed(way.documents, placed)
  if (target === undefined) return { title: nameOf(textIn(placed.value, '$ref') ?? ''), types: [], cut: true }
  const name = target.name ?? onlyPartOf(target.value)
  const title = name === undefined ? {} : { title: atMost(name, 200) }
  if (typeof target.value === 'boolean') return { ...title, types: [] }
  const beside = besideReference(placed.value)
  if (way.within.includes(target.value))
    return { ...title, ...beside, types: typesOf(target.value), circular: true }
  const merged = mergedOf(target, way)
  const base: SchemaPart = { ...title, ...plainOf(merged.schema), ...beside }
  if (way.within.length >= deepest) return hasMore(merged.schema) ? { ...base, cut: true } : base
  return { ...base, ...innerOf(merged, { ...way, within: [...way.within, target.value, ...merged.from] }) }
}

/** What a schema is but for a few words: the one thing that it takes over as a whole. */
function onlyPartOf(schema: Json): string | undefined {
  const all = listIn(schema, 'allOf')
  const reference = all.length === 1 ? textIn(all[0], '$ref') : undefined
  return reference === undefined ? undefined : nameOf(reference)
}

/** What may be said beside a reference. */
function besideReference(value: Json): Partial<SchemaPart> {
  if (textIn(value, '$ref') === undefined) return {}
  const description = textIn(value, 'description')
  return {
    ...(description === undefined ? {} : { description: atMost(description, longestDescription) }),
    ...(isTrue(value, 'deprecated') ? { deprecated: true } : {}),
  }
}

const hasMore = (schema: JsonObject): boolean =>
  ['properties', 'items', 'oneOf', 'anyOf', 'additionalProperties', 'patternProperties'].some(
    (name) => isObject(member(schema, name)) || Array.isArray(member(schema, name)),
  )

/** A schema with all that `allOf` adds, and the properties with the document each stands in. */
type Merged = {
  readonly schema: JsonObject
  readonly properties: ReadonlyMap<string, Placed>
  readonly required: ReadonlySet<string>
  readonly choices: readonly { kind: 'oneOf' | 'anyOf'; of: readonly Placed[] }[]
  readonly items: Placed | undefined
  readonly rest: Placed | undefined
  readonly from: readonly Json[]
}

function mergedOf(placed: Placed, way: Way): Merged {
  const from = layersOf(placed, way)
  const properties = new Map<string, Placed>()
  const required = new Set<string>()
  const choices: { kind: 'oneOf' | 'anyOf'; of: Placed[] }[] = []
  const schema: Record<string, unknown> = {}
  for (const { value, at } of from) {
    for (const [name, property] of Object.entries(objectIn(value, 'properties')))
      properties.set(name, { value: property, at })
    for (const name of listIn(value, 'required')) if (typeof name === 'string') required.add(name)
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const of = listIn(value, kind).map((choice) => ({ value: choice, at }))
      if (of.length > 0) choices.push({ kind, of })
    }
    for (const [name, said] of Object.entries(isObject(value) ? value : {}))
      Object.defineProperty(schema, name, ownMember(said))
  }
  const last = (name: string) => from.findLast(({ value }) => isObject(member(value, name)))
  const inner = (name: string): Placed | undefined => {
    const layer = last(name)
    return layer && { value: member(layer.value, name), at: layer.at }
  }
  return {
    schema,
    properties,
    required,
    choices,
    items: inner('items'),
    rest: inner('additionalProperties'),
    from: from.map(({ value }) => value),
  }
}

/** A schema behind all those that it takes over by `allOf`, each once; what it says itself comes last. */
function layersOf(placed: Placed, way: Way): readonly Placed[] {
  const layers: Placed[] = []
  const met = new Set<Json>(way.within)
  const add = (one: Placed, depth: number): void => {
    if (!isObject(one.value) || met.has(one.value) || depth > 20) return
    met.add(one.value)
    for (const sub of listIn(one.value, 'allOf')) {
      const target = followed(way.documents, { value: sub, at: one.at })
      if (target !== undefined) add(target, depth + 1)
    }
    layers.push(one)
  }
  add(placed, 0)
  return layers
}

const ownMember = (value: unknown) => ({ value, enumerable: true, configurable: true, writable: true })

function plainOf(schema: JsonObject): SchemaPart {
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : listIn(schema, 'enum')
  const description = textIn(schema, 'description')
  const example = member(schema, 'example') ?? listIn(schema, 'examples')[0]
  const facts = limits.flatMap((name) => {
    const value = member(schema, name)
    const isSaid = typeof value === 'number' || typeof value === 'string' || value === true
    return isSaid ? [{ name, value: atMost(String(value), longestValue) }] : []
  })
  const said = (name: string, value: Json) => {
    const text = value === undefined ? undefined : asText(value, longestValue)
    return text === undefined ? {} : { [name]: text }
  }
  const texts = described.flatMap((name) => {
    const text = textIn(schema, name)
    return text === undefined ? [] : [[name, atMost(text, 100)] as const]
  })
  const more = values.length > mostValues ? { cut: true } : {}
  return {
    types: typesOf(schema),
    ...Object.fromEntries(texts),
    ...(description === undefined ? {} : { description: atMost(description, longestDescription) }),
    ...(isTrue(schema, 'deprecated') ? { deprecated: true } : {}),
    ...(isTrue(schema, 'readOnly') ? { readOnly: true } : {}),
    ...(isTrue(schema, 'writeOnly') ? { writeOnly: true } : {}),
    ...(facts.length === 0 ? {} : { facts }),
    ...(values.length === 0
      ? {}
      : { values: values.slice(0, mostValues).flatMap((value) => asText(value, longestValue) ?? []) }),
    ...said('default', member(schema, 'default')),
    ...said('example', example),
    ...more,
  }
}

/** The JSON types: those of 3.1 as they are, with null where 3.0 says nullable; guessed where none is said. */
function typesOf(schema: Json): string[] {
  const type = member(schema, 'type')
  const said = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
  const guessed =
    said.length > 0
      ? said
      : isObject(member(schema, 'properties'))
        ? ['object']
        : member(schema, 'items') !== undefined
          ? ['array']
          : []
  const isNullable = isTrue(schema, 'nullable') && guessed.length > 0 && !guessed.includes('null')
  return (isNullable ? [...guessed, 'null'] : guessed).slice(0, 8).map((one) => atMost(one, 50))
}

function innerOf(merged: Merged, way: Way): Partial<SchemaPart> {
  const { properties, required, items, rest, choices } = merged
  const lines: SchemaPart[] = []
  let isCut = false
  for (const [name, property] of properties) {
    const part = told(property, way)
    if (part === null) {
      isCut = true
      break
    }
    lines.push({ ...part, name: atMost(name, 300), ...(required.has(name) ? { required: true } : {}) })
  }
  const other = rest === undefined ? null : told(rest, way)
  if (other !== null) lines.push({ ...other, name: '[key]' })
  const each = items === undefined ? null : told(items, way)
  if ((rest !== undefined && other === null) || (items !== undefined && each === null)) isCut = true
  const choice = choiceOf(choices, way)
  return {
    ...(lines.length === 0 ? {} : { properties: lines }),
    ...(each === null ? {} : { items: each }),
    ...choice,
    ...(isCut ? { cut: true } : {}),
  }
}

/** The first choice of several; a choice of null is a type more, and a choice of one thing is that thing. */
function choiceOf(choices: Merged['choices'], way: Way): Partial<SchemaPart> {
  const [first] = choices
  if (first === undefined) return {}
  const isNull = ({ value }: Placed) => member(value, 'type') === 'null'
  const real = first.of.filter((one) => !isNull(one))
  const [only] = real
  const nullable = real.length < first.of.length
  if (real.length === 1 && only !== undefined) {
    const part = told(only, way)
    if (part === null) return { cut: true }
    const { types, ...rest } = part
    return { ...rest, types: nullable && !types.includes('null') ? [...types, 'null'] : types }
  }
  const of = real.flatMap((one) => told(one, way) ?? [])
  return {
    choice: { kind: first.kind, of },
    ...(nullable ? { types: ['null'] } : {}),
    ...(of.length < real.length || choices.length > 1 ? { cut: true } : {}),
  }
}
