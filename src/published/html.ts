import type { Element, ElementContent, Nodes, Text } from 'hast'
import { toHtml } from 'hast-util-to-html'
// Only for its declaration of the hast node `raw`.
import type {} from 'remark-rehype'

export type Html = string & { readonly printed: unique symbol }

/** Prints what this room has made. Markup of others goes through `printForeign`. */
export function print(nodes: Nodes | readonly ElementContent[]): Html {
  return asHtml(toHtml(isNode(nodes) ? nodes : [...nodes], { allowDangerousHtml: true, characterReferences }))
}

/** Prints markup that was made elsewhere: a raw node in it becomes text, so it cannot bring markup in. */
export function printForeign(nodes: Nodes | readonly ElementContent[]): Html {
  return asHtml(toHtml(isNode(nodes) ? nodes : [...nodes], { characterReferences }))
}

/** Puts markup that was printed before into a tree, without printing it again. */
export function printed(html: Html): ElementContent {
  return { type: 'raw', value: html }
}

export function text(value: string): Text {
  return { type: 'text', value }
}

/** The text of a sentence with an element in the place `{name}`. */
export function sentence(template: string, name: string, element: Element): (Text | Element)[] {
  const [before = '', ...after] = template.split(`{${name}}`)
  return [text(before), element, text(after.join(''))]
}

const characterReferences = { useNamedReferences: true }

const isNode = (nodes: Nodes | readonly ElementContent[]): nodes is Nodes => 'type' in nodes

const asHtml = (html: string) => html as Html
