import { type EditorNode, textIn } from './nodes.ts'

/** A node without its formatting and links. */
export const withoutMarks = ({ marks: _, ...node }: EditorNode): EditorNode =>
  node.content === undefined ? node : { ...node, content: node.content.map(withoutMarks) }

/** A node whose only inlines are text. */
export const asText = (node: EditorNode): EditorNode => {
  if (node.type === 'shortcode') return { type: 'shortcode', attrs: node.attrs }
  if (node.type === 'inlineNode') return { type: 'text', text: textOfNode(node) }
  const { marks: _, ...plain } = node
  return node.content === undefined ? plain : { ...plain, content: node.content.map(asText) }
}

/** The text of a node as a code block, in which every text is possible. */
export function fenced(node: EditorNode): string {
  const text = textOfNode(node).trimEnd()
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/** All text of a node, including that of its attributes, with a line for each block. */
function textOfNode({ type, text, attrs, content = [] }: EditorNode): string {
  if (text !== undefined) return text
  if (type === 'hardBreak') return '\n'
  if (type === 'shortcode') return `:${textIn(attrs?.name)}:`
  const inner = content.map(textOfNode).join('')
  if (type === 'inlineNode') return textsIn(attrs?.data).join(' ')
  return [...textsIn(attrs), ...(inner === '' ? [] : [inner])]
    .map((line) => `${line.replace(/\n$/, '')}\n`)
    .join('')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => (name === 'kind' ? [] : textsIn(member)))
}
