import type { DocumentLeaf, DocumentNode } from '#contract/documents.ts'
import { emojiText } from '../document/marks.ts'
import { dataText, isText } from '../document/nodes.ts'
import { nodesWithIcons } from './html-icons.ts'
import { dataIn, type EditorMark, type EditorNode } from './nodes.ts'

/** Inlines of a document as content of the visual editor: links are marks, emoji are text. */
export const inlinesToEditor = (
  nodes: readonly DocumentNode[],
  link: readonly EditorMark[] = [],
): EditorNode[] =>
  nodesWithIcons(nodes).flatMap((node) => {
    if (isText(node)) return (node.leaves ?? []).flatMap((leaf) => leafToEditor(leaf, link))
    if (node.type === 'link')
      return inlinesToEditor(node.nodes ?? [], [{ type: 'link', attrs: { data: dataIn(node.data) } }])
    if (node.type === 'emoji') return textNodes(emojiText(dataText(node, 'code')) ?? '', link)
    return [{ type: 'inlineNode', attrs: { kind: node.type, data: dataIn(node.data) }, ...withMarks(link) }]
  })

function leafToEditor({ text, marks }: DocumentLeaf, link: readonly EditorMark[]): EditorNode[] {
  const all: EditorMark[] = [
    ...link,
    ...marks.map(({ type, data }) => (type === 'color' ? { type, attrs: { data: dataIn(data) } } : { type })),
  ]
  return text
    .split('\n')
    .flatMap((line, index): EditorNode[] => [
      ...(index === 0 ? [] : [{ type: 'hardBreak', ...withMarks(all) }]),
      ...textNodes(line, all),
    ])
}

const textNodes = (text: string, marks: readonly EditorMark[]): EditorNode[] =>
  text === '' ? [] : [{ type: 'text', text, ...withMarks(marks) }]

const withMarks = (marks: readonly EditorMark[]) => (marks.length === 0 ? {} : { marks })
