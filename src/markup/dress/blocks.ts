import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { icon } from '../icons.ts'
import { type Dress, type Dresser, isBlank, isElement, said, withoutBlanks } from './dresser.ts'

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
  const group = `${dresser.idPrefix}tabs-${dresser.next('tabs')}`
  const titles = panels.map((panel, index) => said(panel, 'label') || String(index + 1))
  const buttons = titles.map((title, index) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${group}-t${index}`,
        ariaControls: `${group}-p${index}`,
        ariaSelected: index === 0 ? 'true' : 'false',
        tabIndex: index === 0 ? undefined : -1,
      },
      title,
    ),
  )
  const drawn = panels.map((panel, index) =>
    h(
      'div',
      {
        className: index === 0 ? ['tab', 'is-open'] : ['tab'],
        role: 'tabpanel',
        id: `${group}-p${index}`,
        ariaLabelledBy: `${group}-t${index}`,
      },
      [h('p', { className: ['tab-title'] }, titles[index]), ...withoutBlanks(dresser.inside(panel.children))],
    ),
  )
  const bar = h(
    'div',
    { className: ['tabs-list'], role: 'tablist', ariaLabel: dresser.labels.chooseVariant },
    buttons,
  )
  return [...strays, h('div', { className: ['tabs'] }, bar, drawn)]
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

export const api: Dress = (node, dresser) => {
  const method = said(node, 'method').toUpperCase()
  const path = said(node, 'path')
  const line = [
    ...(method ? [h('span', { className: ['method', method.toLowerCase()] }, method)] : []),
    ...(path ? [h('span', pathOf(path))] : []),
  ]
  const label = said(node, 'label')
  return [
    h('section', { className: ['op'], ariaLabel: label || `${method} ${path}`.trim() || undefined }, [
      ...(line.length > 0 ? [h('p', { className: ['op-line'] }, line)] : []),
      ...(label ? [h('p', h('strong', label))] : []),
      h('div', { className: ['flow'] }, withoutBlanks(dresser.inside(node.children))),
    ]),
  ]
}

function pathOf(path: string): ElementContent[] {
  const host = /^https?:\/\/[^/]+/i.exec(path)?.[0] ?? ''
  const parts = path.slice(host.length).split(/(\{[^{}]*\})/)
  return [
    ...(host ? [h('span', { className: ['host'] }, host)] : []),
    ...parts.map(
      (part): ElementContent =>
        part.startsWith('{') ? h('span', { className: ['var'] }, part) : { type: 'text', value: part },
    ),
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
