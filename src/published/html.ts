import type { Element, ElementContent, Nodes, Text } from 'hast'
import { toHtml } from 'hast-util-to-html'
// Only for its declaration of the hast node `raw`.
import type {} from 'remark-rehype'

export type Html = string & { readonly printed: unique symbol }

/** Prints markup of this module. Markup from elsewhere goes through `printUntrusted`. */
export function print(nodes: Nodes | readonly ElementContent[]): Html {
  return asHtml(toHtml(isNode(nodes) ? nodes : [...nodes], { allowDangerousHtml: true, characterReferences }))
}

/** Prints markup from elsewhere: raw nodes become text, so that they cannot inject markup. */
export function printUntrusted(nodes: Nodes | readonly ElementContent[]): Html {
  return asHtml(toHtml(isNode(nodes) ? nodes : [...nodes], { characterReferences }))
}

/** Inserts printed markup into a tree without printing it again. */
export function rawHtml(html: Html): ElementContent {
  return { type: 'raw', value: html }
}

export function text(value: string): Text {
  return { type: 'text', value }
}

/** A sentence with an element instead of the placeholder `{name}`. */
export function sentence(template: string, name: string, element: Element): (Text | Element)[] {
  const [before = '', ...after] = template.split(`{${name}}`)
  return [text(before), element, text(after.join(''))]
}

const characterReferences = { useNamedReferences: true }

const isNode = (nodes: Nodes | readonly ElementContent[]): nodes is Nodes => 'type' in nodes

const asHtml = (html: string) => html as Html
