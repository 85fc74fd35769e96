import type { DocumentNode } from '#contract/documents.ts'
import { dataText, isText, textNode, voidInline } from '../document/nodes.ts'
import { iconNameOf } from '../font-icons.ts'

/** An icon whose HTML has more classes than a name, such as `fa-brands`. In a document, its tags are raw HTML. */
export const HTML_ICON = 'html-icon'

const OPENING = /^<i\s+class="([^"<>]*)"\s*>$/i

/** Nodes in which the tags and the text of such an icon are one node. */
export function nodesWithIcons(nodes: readonly DocumentNode[]): DocumentNode[] {
  const result: DocumentNode[] = []
  for (let at = 0; at < nodes.length; at++) {
    const icon = iconAt(nodes, at)
    const node = icon?.node ?? nodes[at]
    if (node !== undefined) result.push(node)
    at += (icon?.length ?? 1) - 1
  }
  return result
}

function iconAt(nodes: readonly DocumentNode[], at: number): { node: DocumentNode; length: number } | null {
  const open = htmlIn(nodes[at])
  const icon = iconNameOf(OPENING.exec(open)?.[1] ?? '')
  if (icon === '') return null
  const text = plainTextIn(nodes[at + 1])
  const length = text === '' ? 2 : 3
  const close = htmlIn(nodes[at + length - 1])
  if (!/^<\/i\s*>$/i.test(close)) return null
  return { node: voidInline(HTML_ICON, { icon, open, text, close }), length }
}

const htmlIn = (node: DocumentNode | undefined): string =>
  node?.type === 'html' ? dataText(node, 'html') : ''

/** The text of a node without marks; empty for any other. */
function plainTextIn(node: DocumentNode | undefined): string {
  const [leaf, ...more] = node !== undefined && isText(node) ? (node.leaves ?? []) : []
  return more.length === 0 && leaf?.marks.length === 0 ? leaf.text : ''
}

/** The tags and the text of an icon. */
export function nodesOfIcon({ open, text, close }: Readonly<Record<string, unknown>>): DocumentNode[] {
  const leaf = { object: 'leaf' as const, text: String(text ?? ''), marks: [] }
  return [
    voidInline('html', { html: String(open) }),
    ...(leaf.text === '' ? [] : [textNode([leaf])]),
    voidInline('html', { html: String(close) }),
  ]
}
