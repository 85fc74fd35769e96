import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { fillLabel } from '../labels.ts'
import { percentDecoded } from '../percent-decoded.ts'
import { anchorAliases, anchorOf } from '../slug.ts'
import { actionButton, buttonClasses, buttonContent, isButton } from './buttons.ts'
import { formulaBlock } from './code.ts'
import {
  type ElementRenderer,
  encodeUrl,
  hasClass,
  isBlank,
  isElement,
  propertyText,
  type RenderContext,
  textContent,
  withoutBlanks,
} from './context.ts'
import { alignmentOf, figureOf } from './images.ts'

/** A heading of Markdown, with the anchor it has in the outline. */
export const heading: ElementRenderer = (node, context) => {
  const children = context.renderAll(node.children.filter((child) => !isEmptyAnchor(child)))
  return renderHeading(Number(node.properties.level), propertyText(node, 'anchor'), children, context)
}

/** A heading of raw HTML. */
export const htmlHeading: ElementRenderer = (node, context) => {
  const level = Number(node.tagName.slice(1))
  const baseAnchor = propertyText(node, 'id') || anchorOf(textContent(node))
  let anchor = baseAnchor
  for (let count = 1; context.anchors.has(anchor); count++) anchor = `${baseAnchor}-${count}`
  return renderHeading(level, anchor, context.renderAll(node.children), context, alignmentOf(node))
}

function renderHeading(
  level: number,
  anchor: string,
  children: ElementContent[],
  context: RenderContext,
  classes: string[] = [],
) {
  const name = `h${Math.min(4, Math.max(2, level + context.headingOffset))}`
  const id = context.headingIds ? context.claimAnchor(anchor) : undefined
  const title = textContent(h('span', children))
  if (context.isTopLevel) context.heading = title
  if (title === '' && withoutBlanks(children).length === 0) return []
  if (id) children.unshift(...aliasTargets(anchor, context))
  if (!id || !context.isTopLevel) return [h(name, { id, ...classOf(classes) }, children)]
  const label = fillLabel(context.labels.linkToHeading, title)
  return [
    h(name, { id, ...classOf(classes) }, [
      ...children,
      h('a', { className: ['anchor'], href: `#${id}`, ariaLabel: label }, '#'),
    ]),
  ]
}

/** Empty elements with other forms of the anchor, so that links that were made elsewhere lead here without a script. */
const aliasTargets = (anchor: string, context: RenderContext): Element[] =>
  anchorAliases(anchor).flatMap((alias) => {
    const id = context.claimAnchor(alias)
    return id === undefined ? [] : [h('span', { id })]
  })

/** An empty `a` that only has an id. */
const isEmptyAnchor = (node: ElementContent) =>
  isElement(node, 'a') && Boolean(node.properties.id ?? node.properties.name) && node.children.every(isBlank)

export const link: ElementRenderer = (node, context) => {
  if (node.properties.dataAction !== undefined) return actionButton(node, context)
  const isButtonLink = hasClass(node, 'button')
  const children = isButtonLink ? buttonContent(node, context) : context.renderAll(node.children)
  const id = context.claimId(propertyText(node, 'id') || propertyText(node, 'name'))
  const url = encodeUrl(propertyText(node, 'href'))
  if (url === '' && isButtonLink)
    return [h('a', { id, className: buttonClasses(node), role: 'link', ariaDisabled: 'true' }, children)]
  if (url === '') return id ? [h('span', { id }, children)] : children
  const isMention = node.properties.dataMention !== undefined || propertyText(node, 'title') === 'mention'
  const target = url.startsWith('#') ? { href: fragment(url, context) } : resolveTarget(url, context)
  if (!target) return children
  if (target.broken)
    return [h('span', { className: ['broken-link'], title: context.labels.linkBroken }, children)]
  const properties = {
    id,
    href: encodeUrl(target.href),
    className: isButtonLink ? buttonClasses(node) : undefined,
    rel: target.external ? ['noopener'] : undefined,
    target: target.external && context.openExternalInNewTab ? '_blank' : undefined,
    title: isMention ? undefined : propertyText(node, 'title') || undefined,
  }
  return [h('a', properties, isMention && target.title ? target.title : children)]
}

function resolveTarget(url: string, { resolveLink }: RenderContext) {
  return resolveLink ? resolveLink(url, { kind: 'link' }) : { href: url, external: /^https?:/i.test(url) }
}

/** Other tools derive anchors differently, so an unknown anchor is converted to our format. */
function fragment(url: string, { anchors, idPrefix }: RenderContext): string {
  const anchor = percentDecoded(url.slice(1))
  if (anchors.has(anchor)) return `#${idPrefix}${anchor}`
  const ours = anchorOf(anchor)
  return anchors.has(ours) ? `#${idPrefix}${ours}` : `#${idPrefix}${url.slice(1)}`
}

/** A paragraph with only an image is a figure, one with only buttons a button row, one with only a formula a block. */
export const paragraph: ElementRenderer = (node, context) => {
  const sources = withoutBlanks(node.children)
  const [original] = sources
  if (sources.length === 1 && isElement(original, 'Formula')) {
    return [formulaBlock(original, context)]
  }
  const children = context.renderAll(node.children)
  const content = withoutBlanks(children)
  if (content.length === 0) return []
  if (content.every(isButton)) {
    return [h('div', { className: ['buttons', ...alignmentOf(node)] }, content)]
  }
  const asFigure = figureOf(node, content)
  if (asFigure) return asFigure
  return [h('p', { id: context.claimId(propertyText(node, 'id')), ...classOf(alignmentOf(node)) }, children)]
}

const classOf = (className: string[]) => (className.length > 0 ? { className } : {})

/** Only a background color is a `mark`; a text color is a `span`. */
export const mark: ElementRenderer = (node, context) => {
  const colors = propertyText(node, 'dataColor').split(' ').filter(Boolean)
  const hasGround = colors.length === 0 || colors.some((color) => color.startsWith('ground-'))
  return [h(hasGround ? 'mark' : 'span', { ...classOf(colors) }, context.renderAll(node.children))]
}

export const list: ElementRenderer = (node, context) => {
  const items = node.children.filter((child) => isElement(child, 'li'))
  const isTasks =
    items.length > 0 && items.every((item) => isElement(item) && hasClass(item, 'task-list-item'))
  if (isTasks) {
    const taskElements = items.flatMap((item) => (isElement(item) ? [task(item, context)] : []))
    return [h(node.tagName, { className: ['tasks'], role: 'list' }, taskElements)]
  }
  const { start, reversed } = node.properties
  return [h(node.tagName, { start, reversed }, context.renderNested(node.children))]
}

/** Checkboxes remain in lists that mix tasks and other items; all other form fields are removed. */
export const checkbox: ElementRenderer = (node) => {
  if (propertyText(node, 'type') !== 'checkbox') return []
  return [h('input', { type: 'checkbox', checked: Boolean(node.properties.checked), disabled: true })]
}

function task(item: Element, context: RenderContext): Element {
  const isDone = isChecked(item)
  const { done, toDo } = context.labels
  const content = context.renderNested(withoutCheckbox(item.children))
  const name = content.some((child) => isElement(child, 'p', 'ul', 'ol', 'div', 'figure', 'details'))
    ? 'div'
    : 'span'
  const label = h('span', { className: ['vh'] }, isDone ? done : toDo)
  return h('li', { className: isDone ? ['done'] : undefined }, h(name, [label, ...content]))
}

function isChecked(item: Element): boolean {
  return item.children.some((child) => {
    if (isElement(child, 'input')) return Boolean(child.properties.checked)
    return isElement(child, 'p') && isChecked(child)
  })
}

function withoutCheckbox(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (isElement(node, 'input')) return []
    if (node.type === 'text' && node === nodes[1]) return [{ ...node, value: node.value.trimStart() }]
    return isElement(node, 'p') ? [{ ...node, children: withoutCheckbox(node.children) }] : [node]
  })
}
