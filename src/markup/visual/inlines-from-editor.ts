import type { DocumentNode } from '#contract/documents.ts'
import type { Mark } from '../document/marks.ts'
import { inline, textNode, voidInline } from '../document/nodes.ts'
import { HTML_ICON, nodesOfIcon } from './html-icons.ts'
import { dataIn, type EditorMark, type EditorNode, textIn } from './nodes.ts'
import { shortcodesAsText } from './shortcodes.ts'

/** Content of the visual editor as inlines of a document. Adjacent text with the same link is one link. */
export function inlinesFromEditor(nodes: readonly EditorNode[] = []): DocumentNode[] {
  const content = shortcodesAsText(nodes)
  const result: DocumentNode[] = []
  for (let at = 0; at < content.length; ) {
    const link = linkOf(content[at])
    if (link === undefined) {
      result.push(...inlineFromEditor(content[at]))
      at += 1
      continue
    }
    const end = content.findIndex((node, index) => index > at && keyOf(linkOf(node)) !== keyOf(link))
    const linked = content.slice(at, end < 0 ? undefined : end)
    result.push(inline('link', dataIn(link.attrs?.data), linked.flatMap(inlineFromEditor)))
    at += linked.length
  }
  return result
}

const linkOf = (node: EditorNode | undefined): EditorMark | undefined =>
  node?.marks?.find(({ type }) => type === 'link')

const keyOf = (mark: EditorMark | undefined): string => JSON.stringify(mark?.attrs ?? null)

function inlineFromEditor(node: EditorNode | undefined): DocumentNode[] {
  if (node === undefined) return []
  if (node.type === 'inlineNode' && node.attrs?.kind === HTML_ICON)
    return nodesOfIcon(dataIn(node.attrs.data))
  if (node.type === 'inlineNode') return [voidInline(textIn(node.attrs?.kind), dataIn(node.attrs?.data))]
  const marks = (node.marks ?? [])
    .filter(({ type }) => type !== 'link')
    .map(({ type, attrs }): Mark => {
      const mark = { object: 'mark' as const, type }
      return attrs === undefined ? mark : { ...mark, data: { ...attrs.data } }
    })
  const text = node.type === 'hardBreak' ? '\n' : (node.text ?? '')
  return [textNode([{ object: 'leaf', text, marks }])]
}
