import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { apiBlockOf, operationAnchor } from '../api-blocks.ts'
import { icon } from '../icons.ts'
import { fontIcon } from './buttons.ts'
import {
  type ElementRenderer,
  isBlank,
  isElement,
  propertyText,
  type RenderContext,
  textContent,
  withoutBlanks,
} from './context.ts'
import { renderOperation, renderPath } from './operation.ts'
import { tabsOf } from './tabs.ts'

const kinds = ['info', 'success', 'warning', 'danger'] as const

/** Names that other tools use for hint styles. */
const otherKinds: Record<string, (typeof kinds)[number]> = {
  tip: 'success',
  caution: 'warning',
  important: 'warning',
  error: 'danger',
  working: 'warning',
}

export const hint: ElementRenderer = (node, context) => {
  const style = propertyText(node, 'kind').toLowerCase()
  const kind = kinds.find((name) => name === style) ?? otherKinds[style] ?? 'info'
  const content = withoutBlanks(context.renderNested(node.children))
  const [first, ...rest] = content
  const titled = isHeading(first)
    ? [h('p', { ...first.properties, className: ['hint-title'] }, first.children), ...rest]
    : content
  const label = h('span', { className: ['vh'] }, context.labels[kind])
  const [shape] = fontIcon(propertyText(node, 'icon'), context)
  return [
    h('div', { className: ['hint', kind], role: 'note' }, [
      shape ?? icon(kind),
      h('div', [label, ...titled]),
    ]),
  ]
}

const isHeading = (node: ElementContent | undefined) => isElement(node, 'h2', 'h3', 'h4')

/** Each panel contains its title, because without a script all panels are shown below each other. */
export const tabs: ElementRenderer = (node, context) => {
  const panels = node.children.filter((child) => isElement(child, 'Tab'))
  const strays = context.renderAll(
    node.children.filter((child) => !isElement(child, 'Tab') && !isBlank(child)),
  )
  if (panels.length === 0) return strays
  const tabPanels = panels.map((panel, index) => ({
    title: tabTitle(panel, index, context),
    content: withoutBlanks(context.renderAll(panel.children)),
  }))
  return [...strays, tabsOf(tabPanels, context, context.labels.chooseVariant)]
}

function tabTitle(panel: Element, index: number, context: RenderContext): ElementContent[] {
  const value = propertyText(panel, 'label') || String(index + 1)
  return [...fontIcon(propertyText(panel, 'icon'), context), { type: 'text', value }]
}

/** A tab outside of tabs renders as its title and content. */
export const strayTab: ElementRenderer = (node, context) => {
  const title = propertyText(node, 'label')
  return [...(title ? [h('p', h('strong', title))] : []), ...context.renderAll(node.children)]
}

export const stepper: ElementRenderer = (node, context) => {
  const steps = node.children.filter((child) => isElement(child, 'Step'))
  const strays = context.renderAll(
    node.children.filter((child) => !isElement(child, 'Step') && !isBlank(child)),
  )
  if (steps.length === 0) return strays
  return [
    ...strays,
    h(
      'ol',
      { className: ['steps'], role: 'list' },
      steps.map((step) => h('li', stepOf(step, context))),
    ),
  ]
}

/** The first heading of a step is its title, regardless of its level. */
function stepOf(step: Element, context: RenderContext): ElementContent[] {
  const content = withoutBlanks(context.renderAll(step.children))
  const [first, ...rest] = content
  return isHeading(first) ? [h('h3', first.properties, first.children), ...rest] : content
}

export const columns: ElementRenderer = (node, context) => {
  const parts = node.children.filter((child) => isElement(child, 'Column'))
  if (parts.length === 0) return context.renderAll(node.children)
  const columnElements = parts.map((part) => h('div', withoutBlanks(context.renderAll(part.children))))
  return [h('div', { className: ['columns'] }, columnElements)]
}

/** A part without its parent block renders as its content. */
export const unwrapped: ElementRenderer = (node, context) => context.renderAll(node.children)

export const expandable: ElementRenderer = (node, context) => {
  const summary = node.children.find((child) => isElement(child, 'summary'))
  const rest = node.children.filter((child) => child !== summary)
  const title = summary ? inline(context.renderNested(summary.children)) : []
  const anchor = propertyText(node, 'id') || (summary ? context.expandableAnchor(textContent(summary)) : '')
  const id = context.headingIds ? context.claimAnchor(anchor) : undefined
  return [
    h('details', { className: ['expand'], id, open: node.properties.open ? true : undefined }, [
      h('summary', [icon('chevron', 'i-s', 'i-flip'), ...title]),
      h('div', { className: ['flow'] }, withoutBlanks(context.renderNested(rest))),
    ]),
  ]
}

/** A title is inline content, so block elements around it are unwrapped. */
function inline(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) =>
    isElement(node, 'p', 'h2', 'h3', 'h4', 'div') ? inline(node.children) : [node],
  )
}

/** An operation as its specification describes it; if that is unknown, the attributes of the tag. */
export const api: ElementRenderer = (node, context) => {
  const block = apiBlockOf({
    spec: propertyText(node, 'spec'),
    method: propertyText(node, 'method'),
    path: propertyText(node, 'path'),
  })
  const operation = block && context.operation?.(block)
  if (operation) return [renderOperation(operation, context)]
  const method = propertyText(node, 'method').toUpperCase()
  const path = propertyText(node, 'path')
  const line = [
    ...(method ? [h('span', { className: ['method', method.toLowerCase()] }, method)] : []),
    ...(path ? [h('span', renderPath(path))] : []),
  ]
  const label = propertyText(node, 'label')
  const name = label || `${method} ${path}`.trim()
  const ariaLabel = name === '' ? undefined : context.uniqueName(name)
  const id = block ? context.claimId(operationAnchor(block)) : undefined
  return [
    h('section', { className: ['op'], id, ariaLabel }, [
      ...(line.length > 0 ? [h('p', { className: ['op-line'] }, line)] : []),
      ...(label ? [h('p', h('strong', label))] : []),
      h('div', { className: ['flow'] }, withoutBlanks(context.renderNested(node.children))),
    ]),
  ]
}

export const parameter: ElementRenderer = (node, context) => {
  const kind = propertyText(node, 'kind')
  const required = node.properties.required
    ? [' ', h('span', { className: ['req'] }, context.labels.required)]
    : []
  const term = h('dt', [h('code', propertyText(node, 'label')), ...(kind ? [` ${kind}`] : []), ...required])
  const content = withoutBlanks(context.renderNested(node.children))
  return [h('dl', { className: ['params'] }, h('div', term, h('dd', content)))]
}

const groups = ['pathParameters', 'queryParameters', 'headers', 'cookies', 'body'] as const

/** A group of parameters below its name; nothing if it is empty. */
export const parameters: ElementRenderer = (node, context) => {
  const content = withoutBlanks(context.renderNested(node.children))
  const group = groups.find((name) => name === propertyText(node, 'kind'))
  if (content.length === 0 || group === undefined) return content
  return [h('p', h('strong', context.labels[group])), ...content]
}
