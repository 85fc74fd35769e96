import type { Element, ElementContent } from 'hast'
import { classesOf, element, elementsIn, firstIn, isElement, propertyText, textContent } from './elements.ts'

type Normalize = (nodes: ElementContent[]) => ElementContent[]

const hintClasses =
  /\b(?:admonition|theme-admonition|admonitionblock|alert|hint|callout|custom-block|markdown-alert|starlight-aside|notification|message-box|note-box|infobox)\b/

const kinds: [RegExp, string][] = [
  [/\b(?:danger|error|critical|bug|failure)\b/, 'danger'],
  [/\b(?:warning|warn|caution|important|attention)\b/, 'warning'],
  [/\b(?:success|tip|check|done)\b/, 'success'],
]

/** An admonition of common documentation tools as a hint. */
export function hintOf(node: Element, normalize: Normalize): Element | undefined {
  if (!/^(?:div|aside|section|blockquote|table)$/.test(node.tagName)) return undefined
  const classes = classesOf(node)
  if (!hintClasses.test(classes.replace(/\S+__\S+/g, ''))) return undefined
  const classWords = classes.replace(/[-_]+/g, ' ')
  const kind = kinds.find(([pattern]) => pattern.test(classWords))?.[1] ?? 'info'
  const title = firstIn(node, isTitle)
  const label = title ? textContent(title) : ''
  const content = normalize(without(node, title).children)
  const head =
    label && !genericTitle.test(label)
      ? [element('p', {}, [element('strong', {}, [{ type: 'text', value: label }])])]
      : []
  return element('lectern-hint', { kind }, [...head, ...content])
}

const isTitle = (node: Element) =>
  /\b(?:admonition-title|custom-block-title|alert-heading|markdown-alert-title|starlight-aside__title|callout-title|hint-title)\b|admonitionheading/.test(
    classesOf(node),
  )

const genericTitle = /^(?:info|note|tip|hint|warning|caution|danger|error|important|success|attention)[:!]?$/i

function without(node: Element, excluded: Element | undefined): Element {
  const children = node.children
    .filter((child) => child !== excluded)
    .map((child) => (isElement(child) && excluded ? without(child, excluded) : child))
  return { ...node, children }
}

/** Tabs by their roles, or by the classes of tools that do not use roles. */
export function tabsOf(node: Element, normalize: Normalize): Element | undefined {
  if (!/^(?:div|section|starlight-tabs)$/.test(node.tagName)) return undefined
  const tabSet = byRole(node) ?? bySet(node)
  if (!tabSet || tabSet.panels.length < 2 || tabSet.panels.length !== tabSet.titles.length) return undefined
  const tabs = tabSet.panels.map((panel, index) =>
    element('lectern-tab', { title: tabSet.titles[index] ?? '' }, normalize(panel.children)),
  )
  return element('lectern-tabs', {}, tabs)
}

interface TabSet {
  titles: string[]
  panels: Element[]
}

/** The tab set of an element that contains one tab list, its panels and no other text. */
function byRole(node: Element): TabSet | undefined {
  const lists = outermost(node, 'tablist')
  const panels = outermost(node, 'tabpanel')
  const [list] = lists
  if (!list || lists.length > 1 || panels.length === 0) return undefined
  const inside = [list, ...panels].reduce((sum, part) => sum + textLength(part), 0)
  if (textLength(node) > inside) return undefined
  return { titles: outermost(list, 'tab').map(textContent), panels }
}

const textLength = (node: Element) => textContent(node).replaceAll(' ', '').length

/** Elements with a role that are not inside a nested panel. */
function outermost(node: Element, role: string): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return []
    if (propertyText(child, 'role') === role) return [child]
    return propertyText(child, 'role') === 'tabpanel' ? [] : outermost(child, role)
  })
}

/** A tab set of radio buttons and panels. */
function bySet(node: Element): TabSet | undefined {
  if (!/\b(?:tabbed-set|sd-tab-set)\b/.test(classesOf(node))) return undefined
  const panels = elementsIn(node, (child) => /\b(?:tabbed-block|sd-tab-content)\b/.test(classesOf(child)))
  const labels = elementsIn(node, (child) => child.tagName === 'label')
  return { titles: labels.slice(0, panels.length).map(textContent), panels }
}
