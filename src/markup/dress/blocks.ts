import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { apiBlockOf } from '../api-blocks.ts'
import { icon } from '../icons.ts'
import { type Dress, type Dresser, isBlank, isElement, said, withoutBlanks } from './dresser.ts'
import { drawnOperation, pathOf } from './operation.ts'
import { tabsOf } from './tabs.ts'

const kinds = ['info', 'success', 'warning', 'danger'] as const

/** Names that other tools use for the four kinds of hints. */
const otherKinds: Record<string, (typeof kinds)[number]> = {
  tip: 'success',
  caution: 'warning',
  important: 'warning',
  error: 'danger',
  working: 'warning',
}

export const hint: Dress = (node, dresser) => {
  const word = said(node, 'kind').toLowerCase()
  const kind = kinds.find((name) => name === word) ?? otherKinds[word] ?? 'info'
  const content = withoutBlanks(dresser.inside(node.children))
  const [first, ...rest] = content
  const titled = isHeading(first)
    ? [h('p', { ...first.properties, className: ['hint-title'] }, first.children), ...rest]
    : content
  const word0 = h('span', { className: ['vh'] }, dresser.labels[kind])
  return [h('div', { className: ['hint', kind], role: 'note' }, icon(kind), h('div', [word0, ...titled]))]
}

const isHeading = (node: ElementContent | undefined) => isElement(node, 'h2', 'h3', 'h4')

/** Without a script all panels stand below each other with their titles, so each has its own. */
export const tabs: Dress = (node, dresser) => {
  const panels = node.children.filter((child) => isElement(child, 'Tab'))
  const strays = dresser.all(node.children.filter((child) => !isElement(child, 'Tab') && !isBlank(child)))
  if (panels.length === 0) return strays
  const drawn = panels.map((panel, index) => ({
    title: said(panel, 'label') || String(index + 1),
    content: withoutBlanks(dresser.inside(panel.children)),
  }))
  return [...strays, tabsOf(drawn, dresser, dresser.labels.chooseVariant)]
}

/** A tab that stands outside of tabs keeps its title. */
export const strayTab: Dress = (node, dresser) => {
  const title = said(node, 'label')
  return [...(title ? [h('p', h('strong', title))] : []), ...dresser.all(node.children)]
}

export const stepper: Dress = (node, dresser) => {
  const steps = node.children.filter((child) => isElement(child, 'Step'))
  const strays = dresser.all(node.children.filter((child) => !isElement(child, 'Step') && !isBlank(child)))
  if (steps.length === 0) return strays
  return [
    ...strays,
    h(
      'ol',
      { className: ['steps'], role: 'list' },
      steps.map((step) => h('li', stepOf(step, dresser))),
    ),
  ]
}

/** The first heading of a step is its title, whatever its level. */
function stepOf(step: Element, dresser: Dresser): ElementContent[] {
  const content = withoutBlanks(dresser.inside(step.children))
  const [first, ...rest] = content
  return isHeading(first) ? [h('h3', first.properties, first.children), ...rest] : content
}

export const columns: Dress = (node, dresser) => {
  const parts = node.children.filter((child) => isElement(child, 'Column'))
  if (parts.length === 0) return dresser.all(node.children)
  const drawn = parts.map((part) => h('div', withoutBlanks(dresser.inside(part.children))))
  return [h('div', { className: ['columns'] }, drawn)]
}

/** What was meant to stand in a block that is not there. */
export const unwrapped: Dress = (node, dresser) => dresser.all(node.children)

export const expandable: Dress = (node, dresser) => {
  const summary = node.children.find((child) => isElement(child, 'summary'))
  const rest = node.children.filter((child) => child !== summary)
  const title = summary ? inline(dresser.inside(summary.children)) : []
  return [
    h('details', { className: ['expand'], open: node.properties.open ? true : undefined }, [
      h('summary', [icon('chevron', 'i-s', 'i-flip'), ...title]),
      h('div', { className: ['flow'] }, withoutBlanks(dresser.inside(rest))),
    ]),
  ]
}

/** A title is one line, whatever it was wrapped in. */
function inline(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) =>
    isElement(node, 'p', 'h2', 'h3', 'h4', 'div') ? inline(node.children) : [node],
  )
}

/** An operation as its specification describes it; where that is not known, what the tag itself says. */
export const api: Dress = (node, dresser) => {
  const block = apiBlockOf({
    spec: said(node, 'spec'),
    method: said(node, 'method'),
    path: said(node, 'path'),
  })
  const operation = block && dresser.operation?.(block)
  if (operation) return [drawnOperation(operation, dresser)]
  const method = said(node, 'method').toUpperCase()
  const path = said(node, 'path')
  const line = [
    ...(method ? [h('span', { className: ['method', method.toLowerCase()] }, method)] : []),
    ...(path ? [h('span', pathOf(path))] : []),
  ]
  const label = said(node, 'label')
  const name = label || `${method} ${path}`.trim()
  return [
    h('section', { className: ['op'], ariaLabel: name === '' ? undefined : dresser.named(name) }, [
      ...(line.length > 0 ? [h('p', { className: ['op-line'] }, line)] : []),
      ...(label ? [h('p', h('strong', label))] : []),
      h('div', { className: ['flow'] }, withoutBlanks(dresser.inside(node.children))),
    ]),
  ]
}

export const parameter: Dress = (node, dresser) => {
  const kind = said(node, 'kind')
  const required = node.properties.required
    ? [' ', h('span', { className: ['req'] }, dresser.labels.required)]
    : []
  const term = h('dt', [h('code', said(node, 'label')), ...(kind ? [` ${kind}`] : []), ...required])
  const content = withoutBlanks(dresser.inside(node.children))
  return [h('dl', { className: ['params'] }, h('div', term, h('dd', content)))]
}
