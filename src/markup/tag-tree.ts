import type { Html, Paragraph, Parent, PhrasingContent, Root, RootContent } from 'mdast'
import type { Point } from 'unist'
import { visit } from 'unist-util-visit'
import type { BlockTag, BlockTagName, TagMark } from './nodes.ts'
import { readTag, type Tag, tagRules } from './tags.ts'

/** Nesting limit, deeper than any real page; tags below it are dropped. */
const MAX_DEPTH = 32

/**
 * Pairs the single tags of a parsed text into blocks that contain the nodes between them. Tags that cannot be paired
 * are dropped, and their content remains. A tag content a heading, table or link becomes text.
 */
export function pairTags(root: Root): void {
  pairWithin(root)
  visit(root, 'tagMark', (node, index, parent) => {
    if (parent && index !== undefined) {
      parent.children.splice(index, 1, { type: 'text', value: node.value, position: node.position })
    }
  })
}

/** @returns the closing tags without an opening tag content `parent`; they may close a block further out */
function pairWithin(parent: Parent): TagMark[] {
  const pairs = pairing()
  for (const node of parent.children.flatMap(split)) {
    if (node.type === 'tagMark') {
      pairs.mark(node)
      continue
    }
    const loose = containsBlocks(node) ? pairWithin(node) : []
    pairs.content(node)
    for (const mark of loose) pairs.mark(mark)
  }
  parent.children = pairs.finish()
  return pairs.loose
}

function containsBlocks(node: RootContent): node is RootContent & Parent {
  return ['blockquote', 'list', 'listItem', 'footnoteDefinition'].includes(node.type)
}

function pairing() {
  const result: RootContent[] = []
  const open: BlockTag[] = []
  const loose: TagMark[] = []

  const currentChildren = () => open.at(-1)?.children ?? result

  /** Ends the innermost block without its closing tag. */
  function abandon(): void {
    const block = open.pop()
    if (!block) return
    const rule = tagRules[block.name]
    if (rule.within && open.some((outer) => outer.name === rule.within)) {
      currentChildren().push(withEnd(block, block.children.at(-1)?.position?.end))
      return
    }
    const content = block.children
    block.children = []
    currentChildren().push(...(rule.end === 'needed' ? [] : [block]), ...content)
  }

  function close(name: BlockTagName, end: Point | undefined): boolean {
    const depth = open.findLastIndex((block) => block.name === name)
    if (depth < 0) return false
    while (open.length > depth + 1) abandon()
    const block = open.pop()
    if (block) currentChildren().push(withEnd(block, end))
    return true
  }

  function mark(node: TagMark): void {
    const tag = readTag(node.value, node.position?.start.offset ?? 0)
    if (!tag) return
    if (tag.closing) {
      if (!close(tag.name, node.position?.end)) loose.push(node)
      return
    }
    closeSibling(tag.name, node.position?.start)
    const { end } = tagRules[tag.name]
    // A tag with an optional end is standalone once the next such tag begins, so that many of them do not nest.
    if (end === 'optional' && isOptional(open.at(-1))) abandon()
    const block = blockOf(tag, node)
    if (end !== 'never' && open.length < MAX_DEPTH) open.push(block)
    else if (end !== 'needed') currentChildren().push(block)
  }

  /** A second `tab` ends the first, but not a tab of an outer set. */
  function closeSibling(name: BlockTagName, end: Point | undefined): void {
    const within = tagRules[name].within
    if (!within) return
    const sibling = open.findLastIndex((block) => block.name === name)
    const outer = open.findLastIndex((block) => block.name === within)
    if (sibling > outer) close(name, end)
  }

  function finish(): RootContent[] {
    while (open.length > 0) abandon()
    return result
  }

  return { loose, mark, finish, content: (node: RootContent) => currentChildren().push(node) }
}

const isOptional = (block: BlockTag | undefined): boolean =>
  block !== undefined && tagRules[block.name].end === 'optional'

function blockOf({ name, attributes, spans }: Tag, { position }: TagMark): BlockTag {
  return { type: 'blockTag', name, attributes, spans, children: [], position }
}

function withEnd(block: BlockTag, end: Point | undefined): BlockTag {
  if (block.position && end) block.position = { start: block.position.start, end }
  return block
}

/** Splits paragraphs and raw HTML at tags. */
function split(node: RootContent): RootContent[] {
  if (node.type === 'paragraph' && node.children.some((child) => child.type === 'tagMark')) {
    return splitParagraph(node)
  }
  return node.type === 'html' ? splitHtml(node) : [node]
}

function splitParagraph(paragraph: Paragraph): RootContent[] {
  const pieces: RootContent[] = []
  let run: PhrasingContent[] = []
  const flush = () => {
    const piece = paragraphOf(run)
    if (piece) pieces.push(piece)
    run = []
  }
  for (const child of paragraph.children) {
    if (child.type === 'tagMark') {
      flush()
      pieces.push(child)
    } else run.push(child)
  }
  flush()
  return pieces
}

function paragraphOf(run: PhrasingContent[]): Paragraph | null {
  const [first, last] = [run[0], run.at(-1)]
  if (first?.type === 'text') first.value = first.value.trimStart()
  if (last?.type === 'text') last.value = last.value.trimEnd()
  const children = run.filter((node) => !(node.type === 'text' && node.value === ''))
  const [start, end] = [children[0]?.position?.start, children.at(-1)?.position?.end]
  if (children.length === 0) return null
  return { type: 'paragraph', children, ...(start && end ? { position: { start, end } } : {}) }
}

const tagInHtml = /\{%[ \t]*[a-z][^\n{}]*%\}/g
const verbatim = /^\s*<(!--|pre|code|script|style|textarea)/i

/** A raw HTML block extends to the next blank line, so it can contain tags, for example below `<details>`. */
function splitHtml(node: Html): RootContent[] {
  if (!node.value.includes('{%') || verbatim.test(node.value)) return [node]
  const pieces: RootContent[] = []
  let from = 0
  for (const match of node.value.matchAll(tagInHtml)) {
    if (!readTag(match[0], 0)) continue
    pieces.push(htmlWithin(node, from, match.index))
    from = match.index + match[0].length
    pieces.push({ type: 'tagMark', value: match[0], position: positionWithin(node, match.index, from) })
  }
  pieces.push(htmlWithin(node, from, node.value.length))
  return pieces.filter((piece) => piece.type !== 'html' || piece.value.trim() !== '')
}

function htmlWithin(node: Html, from: number, to: number): Html {
  return { type: 'html', value: node.value.slice(from, to), position: positionWithin(node, from, to) }
}

function positionWithin(node: Html, from: number, to: number): Html['position'] {
  if (!node.position) return undefined
  const pointAt = (length: number): Point => {
    const lines = node.value.slice(0, length).split('\n')
    const start = node.position?.start ?? { line: 1, column: 1, offset: 0 }
    const line = start.line + lines.length - 1
    const column = (lines.length === 1 ? start.column : 1) + (lines.at(-1)?.length ?? 0)
    return { line, column, offset: (start.offset ?? 0) + length }
  }
  return { start: pointAt(from), end: pointAt(to) }
}
