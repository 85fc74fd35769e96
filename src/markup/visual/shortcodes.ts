import { type EmojiNamed, type Shortcode, splitAtShortcodes } from '../shortcodes.ts'
import { type EditorNode, textIn } from './nodes.ts'

/** Text in these marks is shown as it is written. */
const literal = new Set(['code', 'keyboard'])

/** A node in whose text the shortcodes that readers see as emoji are nodes `shortcode`. */
export function withShortcodes(node: EditorNode, emojiNamed: EmojiNamed): EditorNode {
  if (node.content === undefined || node.type === 'codeBlock') return node
  const content = node.content.flatMap((child): EditorNode[] => {
    if (child.type !== 'text') return [withShortcodes(child, emojiNamed)]
    if (child.marks?.some(({ type }) => literal.has(type))) return [child]
    return splitAtShortcodes(child.text ?? '', emojiNamed).map((piece) =>
      typeof piece === 'string' ? { ...child, text: piece } : shortcodeNode(piece, child.marks),
    )
  })
  return { ...node, content }
}

const shortcodeNode = (shortcode: Shortcode, marks: EditorNode['marks']): EditorNode => ({
  type: 'shortcode',
  attrs: shortcode,
  ...(marks === undefined ? {} : { marks }),
})

/** Inlines in which shortcodes are text. Where readers would not see one as an emoji, such as in a word, it is the emoji. */
export const shortcodesAsText = (content: readonly EditorNode[]): EditorNode[] =>
  content.some(isShortcode) ? runsIn(content).flatMap(runAsText) : [...content]

const isShortcode = ({ type }: EditorNode): boolean => type === 'shortcode'

/** Text and shortcodes with the same marks, which readers get as one text, and each other inline. */
function runsIn(content: readonly EditorNode[]): EditorNode[][] {
  const runs: EditorNode[][] = []
  for (const node of content) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    const isSameText =
      [before, node].every((one) => one?.type === 'text' || one?.type === 'shortcode') &&
      JSON.stringify(before?.marks ?? []) === JSON.stringify(node.marks ?? [])
    if (isSameText) last?.push(node)
    else runs.push([node])
  }
  return runs
}

function runAsText(run: readonly EditorNode[]): EditorNode[] {
  const codes = run.filter(isShortcode)
  const known = new Map(codes.map(({ attrs = {} }) => [attrs.name, textIn(attrs.emoji)]))
  const shown = splitAtShortcodes(run.map(codeOf).join(''), (name) => known.get(name))
    .filter((piece) => typeof piece !== 'string')
    .map(({ name }) => name)
  const isShown = shown.join(' ') === codes.map(({ attrs = {} }) => attrs.name).join(' ')
  return run.map((node) => {
    if (!isShortcode(node)) return node
    const { attrs, marks } = node
    const text = isShown ? codeOf(node) : textIn(attrs?.emoji)
    return { type: 'text', text, ...(marks === undefined ? {} : { marks }) }
  })
}

const codeOf = (node: EditorNode): string =>
  isShortcode(node) ? `:${textIn(node.attrs?.name)}:` : (node.text ?? '')
