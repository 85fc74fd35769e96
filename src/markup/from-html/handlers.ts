import type { Element } from 'hast'
import type { Handle, State } from 'hast-util-to-mdast'
import type { Html, RootContent } from 'mdast'
import { said } from './elements.ts'

/** Blocks that Markdown lacks are written as tags, and a few words of HTML stay HTML. */
export const handlers: Record<string, Handle> = {
  'lectern-hint': (state, node) => block(state, node, `hint style="${said(node, 'kind')}"`, 'hint'),
  'lectern-tabs': (state, node) => block(state, node, 'tabs', 'tabs'),
  'lectern-tab': (state, node) => block(state, node, `tab title="${quotable(said(node, 'title'))}"`, 'tab'),
  'lectern-embed': (_state, node) => html(`{% embed url="${said(node, 'url')}" %}`),
  'lectern-formula': (_state, node) => html(`$$${said(node, 'value').replace(/\$/g, '')}$$`),
  'lectern-br': () => html('<br>'),
  'lectern-details': (state, node) => [
    html(`<details>\n\n<summary>${escaped(said(node, 'title'))}</summary>`),
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
const quotable = (text: string) => text.replace(/"/g, "'").replace(/\s+/g, ' ')
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
