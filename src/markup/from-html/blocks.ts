import type { Element, ElementContent } from 'hast'
import { classesOf, element, elementsIn, firstIn, isElement, said, wordsIn } from './elements.ts'

type Tidy = (nodes: ElementContent[]) => ElementContent[]

const hintLike =
  /\b(?:admonition|theme-admonition|admonitionblock|alert|hint|callout|custom-block|markdown-alert|starlight-aside|notification|message-box|note-box|infobox)\b/

const kinds: [RegExp, string][] = [
  [/\b(?:danger|error|critical|bug|failure)\b/, 'danger'],
  [/\b(?:warning|warn|caution|important|attention)\b/, 'warning'],
  [/\b(?:success|tip|check|done)\b/, 'success'],
]

/** A note in the margin of the argument, as most documentation tools have it. */
export function hintOf(node: Element, tidy: Tidy): Element | undefined {
  if (!/^(?:div|aside|section|blockquote|table)$/.test(node.tagName)) return undefined
  const classes = classesOf(node)
  if (!hintLike.test(classes.replace(/\S+__\S+/g, ''))) return undefined
  const words = classes.replace(/[-_]+/g, ' ')
  const kind = kinds.find(([pattern]) => pattern.test(words))?.[1] ?? 'info'
  const title = firstIn(node, isTitle)
  const label = title ? wordsIn(title) : ''
  const rest = tidy(without(node, title).children)
  const head =
    label && !saysKindOnly.test(label)
      ? [element('p', {}, [element('strong', {}, [{ type: 'text', value: label }])])]
      : []
  return element('lectern-hint', { kind }, [...head, ...rest])
}

const isTitle = (node: Element) =>
  /\b(?:admonition-title|custom-block-title|alert-heading|markdown-alert-title|starlight-aside__title|callout-title|hint-title)\b|admonitionheading/.test(
    classesOf(node),
  )

const saysKindOnly = /^(?:info|note|tip|hint|warning|caution|danger|error|important|success|attention)[:!]?$/i

function without(node: Element, unwanted: Element | undefined): Element {
  const children = node.children
    .filter((child) => child !== unwanted)
    .map((child) => (isElement(child) && unwanted ? without(child, unwanted) : child))
  return { ...node, children }
}

/** Tabs by their roles, or in the markup of the tools that do without. */
export function tabsOf(node: Element, tidy: Tidy): Element | undefined {
  if (!/^(?:div|section|starlight-tabs)$/.test(node.tagName)) return undefined
  const found = byRole(node) ?? bySet(node)
  if (!found || found.panels.length < 2 || found.panels.length !== found.titles.length) return undefined
  const tabs = found.panels.map((panel, index) =>
    element('lectern-tab', { title: found.titles[index] ?? '' }, tidy(panel.children)),
  )
  return element('lectern-tabs', {}, tabs)
}

interface TabSet {
  titles: string[]
  panels: Element[]
}

/** The innermost element that holds one list of tabs, their panels and nothing else. */
function byRole(node: Element): TabSet | undefined {
  const lists = outermost(node, 'tablist')
  const panels = outermost(node, 'tabpanel')
  const [list] = lists
  if (!list || lists.length > 1 || panels.length === 0) return undefined
  const inside = [list, ...panels].reduce((sum, part) => sum + lettersIn(part), 0)
  if (lettersIn(node) > inside) return undefined
  return { titles: outermost(list, 'tab').map(wordsIn), panels }
}

const lettersIn = (node: Element) => wordsIn(node).replaceAll(' ', '').length

/** Elements with a role that stand in no panel of their own. */
function outermost(node: Element, role: string): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return []
    if (said(child, 'role') === role) return [child]
    return said(child, 'role') === 'tabpanel' ? [] : outermost(child, role)
  })
}

/** Buttons of choice and panels side by side in one set. */
function bySet(node: Element): TabSet | undefined {
  if (!/\b(?:tabbed-set|sd-tab-set)\b/.test(classesOf(node))) return undefined
  const panels = elementsIn(node, (child) => /\b(?:tabbed-block|sd-tab-content)\b/.test(classesOf(child)))
  const labels = elementsIn(node, (child) => child.tagName === 'label')
  return { titles: labels.slice(0, panels.length).map(wordsIn), panels }
}
