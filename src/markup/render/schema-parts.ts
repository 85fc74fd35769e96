import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { SchemaPart } from '#contract/openapi-operations.ts'
import { icon } from '../icons.ts'
import { fillLabel, type Labels } from '../labels.ts'
import type { RenderContext } from './context.ts'

/** The icon of expandable parts. */
export const chevron = (): Element => icon('chevron', 'i-s', 'i-flip')

/** A list of parameters or properties. */
export const partsList = (parts: readonly SchemaPart[], context: RenderContext): Element =>
  h(
    'dl',
    { className: ['params'] },
    parts.map((part) => lineOf(part, context)),
  )

function lineOf(part: SchemaPart, context: RenderContext): Element {
  const { labels } = context
  const flags = [
    ...(part.required ? [h('span', { className: ['req'] }, labels.required)] : []),
    ...(part.deprecated ? [h('span', { className: ['op-flag'] }, labels.deprecated)] : []),
    ...(part.readOnly ? [h('span', { className: ['op-flag'] }, labels.readOnly)] : []),
    ...(part.writeOnly ? [h('span', { className: ['op-flag'] }, labels.writeOnly)] : []),
  ]
  const kind = typeLabel(part, labels)
  const term = h('dt', [
    h('code', part.name ?? ''),
    ...(kind === '' ? [] : [' ', h('span', kind)]),
    ...flags.flatMap((flag) => [' ', flag]),
  ])
  const details = [
    ...(part.description === undefined ? [] : context.renderProse(part.description)),
    ...factsOf(part, labels),
    ...expandableContent(part, context),
  ]
  return h('div', [term, ...(details.length === 0 ? [] : [h('dd', details)])])
}

/** The schema of a body: its type, description and properties. */
export function partDetails(part: SchemaPart, context: RenderContext): ElementContent[] {
  const { labels } = context
  const inner = part.items ?? part
  const kind = typeLabel(part, labels)
  return [
    ...(kind === '' ? [] : [h('p', { className: ['op-type'] }, kind)]),
    ...(part.description === undefined ? [] : context.renderProse(part.description)),
    ...factsOf(part, labels),
    ...innerOf(inner, context),
  ]
}

/** The type in words: `string (uuid) or null`, `array of Pet`; the title if it has one. */
export function typeLabel(part: SchemaPart, labels: Labels): string {
  const { title, types, format, items, circular } = part
  const plain = types.filter((type) => type !== 'null')
  const isArray = plain.length === 1 && plain[0] === 'array'
  const typeName =
    isArray && items
      ? fillLabel(labels.arrayOf, typeLabel(items, labels) || labels.anything)
      : (title ?? plain.join(` ${labels.or} `))
  const label = [
    ...(typeName === '' ? [] : [format === undefined ? typeName : `${typeName} (${format})`]),
    ...(types.includes('null') ? ['null'] : []),
  ].join(` ${labels.or} `)
  return circular ? `${label || labels.anything}, ${labels.asAbove}` : label
}

function factsOf(part: SchemaPart, labels: Labels): ElementContent[] {
  const lines = [
    ...(part.values === undefined ? [] : [factLine(labels.allowed, part.values)]),
    ...(part.default === undefined ? [] : [factLine(labels.default, [part.default])]),
    ...(part.example === undefined ? [] : [factLine(labels.example, [part.example])]),
    ...(part.facts ?? []).map(({ name, value }) => factLine(name, [value])),
  ]
  return lines.length === 0 ? [] : [h('ul', { className: ['op-facts'] }, lines)]
}

const factLine = (name: string, values: readonly string[]): Element =>
  h('li', [`${name}: `, ...values.flatMap((value, at) => [at === 0 ? '' : ' ', h('code', value)])])

/** Nested properties or alternatives, collapsed. */
function expandableContent(part: SchemaPart, context: RenderContext): ElementContent[] {
  const inner = part.items !== undefined && !hasInner(part) ? innermost(part.items) : part
  if (!hasInner(inner)) return inner.cut ? [h('p', { className: ['op-cut'] }, context.labels.leftOut)] : []
  const name = inner.title ?? part.name ?? ''
  const label = inner.properties ? context.labels.propertiesOf : context.labels.choicesOf
  return [
    h('details', { className: ['op-more'] }, [
      h('summary', [chevron(), h('span', fillLabel(label, name))]),
      h('div', innerOf(inner, context)),
    ]),
  ]
}

const innermost = (part: SchemaPart): SchemaPart =>
  part.items !== undefined && part.properties === undefined && part.choice === undefined
    ? innermost(part.items)
    : part

const hasInner = ({ properties, choice }: SchemaPart): boolean =>
  (properties !== undefined && properties.length > 0) || (choice !== undefined && choice.of.length > 0)

function innerOf(part: SchemaPart, context: RenderContext): ElementContent[] {
  const { labels } = context
  const { properties = [], choice, cut } = innermost(part)
  return [
    ...(properties.length === 0 ? [] : [partsList(properties, context)]),
    ...(choice === undefined
      ? []
      : [
          h('p', { className: ['op-kind'] }, choice.kind === 'oneOf' ? labels.oneOf : labels.anyOf),
          ...choice.of.map((one, at) => optionOf(one, at, context)),
        ]),
    ...(cut ? [h('p', { className: ['op-cut'] }, labels.leftOut)] : []),
  ]
}

function optionOf(part: SchemaPart, at: number, context: RenderContext): Element {
  const kind = typeLabel(part, context.labels) || context.labels.anything
  const name = `${at + 1}. ${kind}`
  const inner = [
    ...(part.description === undefined ? [] : context.renderProse(part.description)),
    ...factsOf(part, context.labels),
    ...(hasInner(innermost(part)) ? innerOf(part, context) : []),
  ]
  if (inner.length === 0) return h('p', { className: ['op-option'] }, name)
  return h('details', { className: ['op-more'] }, [
    h('summary', [chevron(), h('span', name)]),
    h('div', inner),
  ])
}
