import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { drawIcon, iconNameOf } from '../font-icons.ts'
import { type ElementRenderer, hasClass, isElement, propertyText, type RenderContext } from './context.ts'

/** An icon of the icon font; nothing if the name is unknown. Icons of links and buttons are decorative. */
export function fontIcon(name: string, context: RenderContext): ElementContent[] {
  const shape = name === '' ? null : context.fontIcon?.(name)
  return shape ? [drawIcon(shape)] : []
}

/** An icon in raw HTML. Its content is the name of the icon, for programs that have no icons. */
export const italic: ElementRenderer = (node, context) => {
  const classes = propertyText(node, 'className')
  if (!classes.includes('fa')) return [h('i', context.renderAll(node.children))]
  return fontIcon(iconNameOf(classes), context)
}

/** A button of raw HTML. Without a known action, only its text is shown. */
export const button: ElementRenderer = (node, context) =>
  node.properties.dataAction === undefined ? context.renderAll(node.children) : actionButton(node, context)

/** A button that does something on the page: a search also works without a script, as a link, and so does a question. */
export function actionButton(node: Element, context: RenderContext): ElementContent[] {
  const query = propertyText(node, 'dataQuery')
  const action = propertyText(node, 'dataAction')
  if (action === 'search') return [searchButton(node, query, context)]
  if (action === 'ask') return context.answersQuestions ? [searchButton(node, query, context)] : []
  const text = propertyText(node, 'dataText') || query
  return action === 'copy' && text !== '' ? [copyButton(node, text, context)] : []
}

function searchButton(node: Element, query: string, context: RenderContext): Element {
  const className = buttonClasses(node)
  const content = buttonContent(node, context)
  if (context.searchHref === undefined)
    return h('a', { className, role: 'link', ariaDisabled: 'true' }, content)
  const href = query === '' ? context.searchHref : `${context.searchHref}?q=${encodeURIComponent(query)}`
  const ask = propertyText(node, 'dataAction') === 'ask' ? { dataAsk: '' } : {}
  return h('a', { className, href, rel: ['nofollow'], dataSearchQuery: query, ...ask }, content)
}

function copyButton(node: Element, text: string, context: RenderContext): Element {
  const className = [...buttonClasses(node), 'needs-js']
  return h('button', { type: 'button', className, dataCopyText: text, dataDone: context.labels.copied }, [
    ...fontIcon(propertyText(node, 'dataIcon'), context),
    h('span', { className: ['copy-label'] }, context.renderAll(node.children)),
  ])
}

/** The icon and label of a button. */
export const buttonContent = (node: Element, context: RenderContext): ElementContent[] => [
  ...fontIcon(propertyText(node, 'dataIcon'), context),
  ...context.renderAll(node.children),
]

export const buttonClasses = (node: Element): string[] =>
  hasClass(node, 'primary') ? ['button', 'primary'] : ['button']

export const isButton = (node: ElementContent): boolean =>
  isElement(node, 'a', 'button') && hasClass(node, 'button')
