import type { Element } from 'hast'
import type { Handle, State } from 'hast-util-to-mdast'
import type { Html, RootContent } from 'mdast'
import { propertyText } from './elements.ts'

/** Writes blocks that Markdown lacks as tags, and preserves a few inline HTML elements. */
export const handlers: Record<string, Handle> = {
  'lectern-hint': (state, node) => block(state, node, `hint style="${propertyText(node, 'kind')}"`, 'hint'),
  'lectern-code': (state, node) =>
    block(state, node, `code title="${toAttributeValue(propertyText(node, 'title'))}"`, 'code'),
  'lectern-tabs': (state, node) => block(state, node, 'tabs', 'tabs'),
  'lectern-tab': (state, node) =>
    block(state, node, `tab title="${toAttributeValue(propertyText(node, 'title'))}"`, 'tab'),
  'lectern-embed': (_state, node) => html(`{% embed url="${propertyText(node, 'url')}" %}`),
  'lectern-formula': (_state, node) => html(`$$${propertyText(node, 'value').replace(/\$/g, '')}$$`),
  'lectern-br': () => html('<br>'),
  'lectern-details': (state, node) => [
    html(`<details>\n\n<summary>${escapeHtml(propertyText(node, 'title'))}</summary>`),
    ...flow(state, node),
    html('</details>'),
  ],
  kbd: verbatim,
  mark: verbatim,
  sub: verbatim,
  sup: verbatim,
}

function verbatim(state: State, node: Element) {
  return [html(`<${node.tagName}>`), ...state.all(node), html(`</${node.tagName}>`)]
}

function block(state: State, node: Element, opening: string, name: string) {
  return [html(`{% ${opening} %}`), ...flow(state, node), html(`{% end${name} %}`)]
}

function flow(state: State, node: Element): RootContent[] {
  return state.toFlow(state.all(node))
}

const html = (value: string): Html => ({ type: 'html', value })
const toAttributeValue = (text: string) => text.replace(/"/g, "'").replace(/\s+/g, ' ')
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
