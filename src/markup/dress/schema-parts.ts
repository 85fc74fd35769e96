import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { SchemaPart } from '#contract/openapi-operations.ts'
import { icon } from '../icons.ts'
import { filled, type Labels } from '../labels.ts'
import type { Dresser } from './dresser.ts'

/** Of what opens. */
export const sign = (): Element => icon('chevron', 'i-s', 'i-flip')

/** Parameters or properties, one below the other. */
export const partsList = (parts: readonly SchemaPart[], dresser: Dresser): Element =>
  h(
    'dl',
    { className: ['params'] },
    parts.map((part) => lineOf(part, dresser)),
  )

function lineOf(part: SchemaPart, dresser: Dresser): Element {
  const { labels } = dresser
  const flags = [
    ...(part.required ? [h('span', { className: ['req'] }, labels.required)] : []),
    ...(part.deprecated ? [h('span', { className: ['op-flag'] }, labels.deprecated)] : []),
    ...(part.readOnly ? [h('span', { className: ['op-flag'] }, labels.readOnly)] : []),
    ...(part.writeOnly ? [h('span', { className: ['op-flag'] }, labels.writeOnly)] : []),
  ]
  const kind = kindOf(part, labels)
  const term = h('dt', [
    h('code', part.name ?? ''),
    ...(kind === '' ? [] : [' ', h('span', kind)]),
    ...flags.flatMap((flag) => [' ', flag]),
  ])
  const said = [
    ...(part.description === undefined ? [] : dresser.prose(part.description)),
    ...factsOf(part, labels),
    ...moreOf(part, dresser),
  ]
  return h('div', [term, ...(said.length === 0 ? [] : [h('dd', said)])])
}

/** What a body is: its properties at once, anything else in a line of its own. */
export function partDetails(part: SchemaPart, dresser: Dresser): ElementContent[] {
  const { labels } = dresser
  const inner = part.items ?? part
  const kind = kindOf(part, labels)
  return [
    ...(kind === '' ? [] : [h('p', { className: ['op-type'] }, kind)]),
    ...(part.description === undefined ? [] : dresser.prose(part.description)),
    ...factsOf(part, labels),
    ...innerOf(inner, dresser),
  ]
}

/** `string (uuid) or null`, `array of Pet`; a name where it has one. */
export function kindOf(part: SchemaPart, labels: Labels): string {
  const { title, types, format, items, circular } = part
  const plain = types.filter((type) => type !== 'null')
  const isArray = plain.length === 1 && plain[0] === 'array'
  const named =
    isArray && items
      ? filled(labels.arrayOf, kindOf(items, labels) || labels.anything)
      : (title ?? plain.join(` ${labels.or} `))
  const known = [
    ...(named === '' ? [] : [format === undefined ? named : `${named} (${format})`]),
    ...(types.includes('null') ? ['null'] : []),
  ].join(` ${labels.or} `)
  return circular ? `${known || labels.anything}, ${labels.asAbove}` : known
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

/** What is in a part, closed until it is asked for. */
function moreOf(part: SchemaPart, dresser: Dresser): ElementContent[] {
  const inner = part.items !== undefined && !hasInner(part) ? innermost(part.items) : part
  if (!hasInner(inner)) return inner.cut ? [h('p', { className: ['op-cut'] }, dresser.labels.leftOut)] : []
  const name = inner.title ?? part.name ?? ''
  const label = inner.properties ? dresser.labels.propertiesOf : dresser.labels.choicesOf
  return [
    h('details', { className: ['op-more'] }, [
      h('summary', [sign(), h('span', filled(label, name))]),
      h('div', innerOf(inner, dresser)),
    ]),
  ]
}

const innermost = (part: SchemaPart): SchemaPart =>
  part.items !== undefined && part.properties === undefined && part.choice === undefined
    ? innermost(part.items)
    : part

const hasInner = ({ properties, choice }: SchemaPart): boolean =>
  (properties !== undefined && properties.length > 0) || (choice !== undefined && choice.of.length > 0)

function innerOf(part: SchemaPart, dresser: Dresser): ElementContent[] {
  const { labels } = dresser
  const { properties = [], choice, cut } = innermost(part)
  return [
    ...(properties.length === 0 ? [] : [partsList(properties, dresser)]),
    ...(choice === undefined
      ? []
      : [
          h('p', { className: ['op-kind'] }, choice.kind === 'oneOf' ? labels.oneOf : labels.anyOf),
          ...choice.of.map((one, at) => optionOf(one, at, dresser)),
        ]),
    ...(cut ? [h('p', { className: ['op-cut'] }, labels.leftOut)] : []),
  ]
}

function optionOf(part: SchemaPart, at: number, dresser: Dresser): Element {
  const kind = kindOf(part, dresser.labels) || dresser.labels.anything
  const name = `${at + 1}. ${kind}`
  const inner = [
    ...(part.description === undefined ? [] : dresser.prose(part.description)),
    ...factsOf(part, dresser.labels),
    ...(hasInner(innermost(part)) ? innerOf(part, dresser) : []),
  ]
  if (inner.length === 0) return h('p', { className: ['op-option'] }, name)
  return h('details', { className: ['op-more'] }, [h('summary', [sign(), h('span', name)]), h('div', inner)])
}
