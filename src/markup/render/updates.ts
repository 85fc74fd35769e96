import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { dateFormat } from '../date-format.ts'
import { fillLabel } from '../labels.ts'
import { tagLabelOf } from '../updates.ts'
import { fontIcon } from './buttons.ts'
import { colorClass } from './columns.ts'
import {
  type ElementRenderer,
  isBlank,
  isElement,
  propertyText,
  type RenderContext,
  withoutBlanks,
} from './context.ts'

/** The stylesheet filters by this many tags. */
const MAX_FILTERS = 12

/** A changelog as a timeline. Its filter consists of radio buttons and CSS, so it works without a script. */
export const updates: ElementRenderer = (node, context) => {
  const entries = node.children.filter((child) => isElement(child, 'Update'))
  const strays = context.renderAll(
    node.children.filter((child) => !isElement(child, 'Update') && !isBlank(child)),
  )
  if (entries.length === 0) return strays
  const tags = mostUsed(entries.flatMap(tagsOf))
  const format = formats[propertyText(node, 'format')] ?? 'long'
  const sections = entries.map((entry) => updateSection(entry, { tags, format }, context))
  return [...strays, h('div', { className: ['updates'] }, [...filterBy(tags, context), ...sections])]
}

/** An update outside of a changelog. */
export const update: ElementRenderer = (node, context) => [
  updateSection(node, { tags: [], format: 'long' }, context),
]

const formats: Record<string, DateStyle> = { full: 'long', short: 'medium', numeric: 'short' }

type DateStyle = NonNullable<Intl.DateTimeFormatOptions['dateStyle']>

const tagsOf = (entry: Element): string[] => propertyText(entry, 'tagNames').split(',').filter(Boolean)

function mostUsed(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  return sorted.slice(0, MAX_FILTERS).map(([name]) => name)
}

/** A filter by one tag that all updates have would do nothing. */
function filterBy(tags: readonly string[], context: RenderContext): Element[] {
  if (tags.length === 0) return []
  const name = `${context.idPrefix}updates-${context.nextNumber('updates')}`
  const option = (label: string, index: number) =>
    h('label', [
      h('input', { type: 'radio', name, value: String(index), checked: index === 0 ? true : undefined }),
      h('span', label),
    ])
  const names = tags.map((tag) => labelOf(tag, context))
  const options = [context.labels.allTags, ...names].map(option)
  return [
    h('fieldset', { className: ['updates-filter'] }, [h('legend', context.labels.filterByTag), ...options]),
  ]
}

function updateSection(
  entry: Element,
  { tags, format }: { readonly tags: readonly string[]; readonly format: DateStyle },
  context: RenderContext,
): Element {
  const names = tagsOf(entry)
  const numbers = names.flatMap((name) => (tags.includes(name) ? [`tag-${tags.indexOf(name) + 1}`] : []))
  const id = context.headingIds ? context.claimAnchor(propertyText(entry, 'anchor')) : undefined
  const label = propertyText(entry, 'label')
  const head = [
    ...dateOf(propertyText(entry, 'date'), id, format, context),
    ...(names.length === 0
      ? []
      : [
          h(
            'ul',
            { className: ['update-tags'], role: 'list' },
            names.map((name) => tagItem(name, context)),
          ),
        ]),
  ]
  const title = label === '' ? [] : [h('p', { className: ['update-title'] }, label)]
  return h('section', { className: ['update', ...numbers], id }, [
    h('div', { className: ['update-head'] }, head),
    h('div', { className: ['flow'] }, [...title, ...withoutBlanks(context.renderAll(entry.children))]),
  ])
}

const labelOf = (tag: string, { tags }: RenderContext): string => tags?.get(tag)?.label ?? tagLabelOf(tag)

function tagItem(tag: string, context: RenderContext): Element {
  const { icon = '', emoji, color } = context.tags?.get(tag) ?? {}
  const mark = emoji === undefined ? fontIcon(icon, context) : [h('span', { ariaHidden: 'true' }, emoji), ' ']
  const className = color === undefined ? [] : colorClass('ground', color)
  return h('li', { className: className.length > 0 ? className : undefined }, [
    ...mark,
    labelOf(tag, context),
  ])
}

/** The date as a link to the update. A text that is no date is shown unchanged. */
function dateOf(
  date: string,
  id: string | undefined,
  dateStyle: DateStyle,
  context: RenderContext,
): ElementContent[] {
  if (date === '') return []
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0]
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  const text = Number.isNaN(time) ? date : formatterFor(context.locale, dateStyle).format(time)
  const shown = Number.isNaN(time) ? h('span', text) : h('time', { dateTime: day }, text)
  if (id === undefined) return [shown]
  const ariaLabel = fillLabel(context.labels.linkToUpdate, text)
  return [h('a', { className: ['update-date'], href: `#${id}`, ariaLabel }, shown)]
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is a hundred times slower than formatting a date. */
function formatterFor(locale: string, dateStyle: DateStyle): Intl.DateTimeFormat {
  const key = `${locale} ${dateStyle}`
  const known = formatters.get(key)
  if (known) return known
  const formatter = dateFormat(locale, dateStyle)
  formatters.set(key, formatter)
  return formatter
}

/** A text to copy. A part of it can be scrolled; a hidden one opens on click. */
export const prompt: ElementRenderer = (node, context) => {
  const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
  const label = propertyText(node, 'label')
  const visibility = propertyText(node, 'visibility')
  const { copyPrompt, copied, showPrompt } = context.labels
  const copy = h(
    'button',
    { type: 'button', className: ['button', 'is-small', 'needs-js'], dataCopyText: text, dataDone: copied },
    h('span', { className: ['copy-label'] }, copyPrompt),
  )
  const name = context.uniqueName(label || showPrompt)
  const pre = h('pre', { tabIndex: 0, role: 'region', ariaLabel: name }, text)
  const isOpen = visibility === 'full' || visibility === 'partial'
  return [
    h('div', { className: visibility === 'partial' ? ['prompt', 'is-partial'] : ['prompt'] }, [
      h('div', { className: ['prompt-head'] }, [
        h('p', { className: ['prompt-title'] }, [...fontIcon(propertyText(node, 'icon'), context), label]),
        ...(text === '' ? [] : [copy]),
      ]),
      ...(text === '' ? [] : [isOpen ? pre : h('details', h('summary', showPrompt), pre)]),
    ]),
  ]
}
