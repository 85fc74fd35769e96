import type { BlockContent, Definition, DefinitionContent, List, Root, RootContent, Table } from 'mdast'
import type { DocumentNode, StructuredDocument } from '#contract/documents.ts'
import { blocksOf } from '../blocks.ts'
import type { Span } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'
import { codeBlock } from './code.ts'
import { listOf } from './lists.ts'
import { trimLines } from './marks.ts'
import { mdastWriter } from './mdast-writer.ts'
import { block, documentNode, fragment, voidBlock } from './nodes.ts'
import { paragraphs } from './paragraphs.ts'
import { htmlBlock, parseHtml, phrasing } from './read-html.ts'
import { type Definitions, inlinesIn } from './read-inlines.ts'
import { type Reader, tagBlock } from './read-tags.ts'
import { tableBlock } from './table.ts'

/**
 * Converts Markdown to a structured document. Nothing is lost: content without a node type becomes a block of type
 * `html` or `markdown`. The keys of blocks are those of `blocksOf`.
 */
export function documentOf(markdown: string): StructuredDocument {
  return documentNode(blocksWithSpans(markdown).flatMap(({ nodes }) => nodes))
}

/** The blocks of a text with their spans in it. */
export const blocksWithSpans = (markdown: string): BlockSpan[] => blocksOfRoot(parseMarkdown(markdown))

type BlockSpan = Span & { nodes: DocumentNode[] }

/** The blocks of a text that is parsed already. */
export function blocksOfRoot(root: Root): BlockSpan[] {
  const definitions = new Map<string, Definition>()
  for (const node of definitionsIn(root)) {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node)
  }
  const keys = new Map(blocksOf(root).map(({ key, start, end }) => [`${start} ${end}`, key]))
  const { read } = reader(definitions, keys)
  return read(root.children)
}

function definitionsIn(node: Root | RootContent): Definition[] {
  if (node.type === 'definition') return [node]
  return 'children' in node ? node.children.flatMap((child) => definitionsIn(child)) : []
}

function reader(definitions: Definitions, keys: ReadonlyMap<string, string>) {
  const read = (nodes: readonly RootContent[]) =>
    expandables(nodes, self).map(({ node, ...span }) => ({
      ...span,
      nodes: 'object' in node ? [node] : readBlock(node, self, definitions),
    }))
  const self: Reader = {
    blocks: (nodes) => read(nodes).flatMap((one) => one.nodes),
    withKey(from, block) {
      const key = keys.get(`${from.position?.start.offset} ${from.position?.end.offset}`)
      return key === undefined ? block : { ...block, key }
    },
  }
  return { read }
}

function readBlock(node: RootContent, self: Reader, definitions: Definitions): DocumentNode[] {
  const inlines = (nodes: Parameters<typeof inlinesIn>[0]) => inlinesIn(nodes, definitions)
  const withKey = (documentNode: DocumentNode) => [self.withKey(node, documentNode)]
  switch (node.type) {
    case 'paragraph':
      return paragraphs({}, trimLines(inlines(node.children))).flatMap(withKey)
    case 'heading': {
      const nodes = trimLines(
        inlines(node.children.filter((child) => !isHeadingAnchor(child, node.children))),
      )
      const id = node.children
        .map((child) => (child.type === 'html' ? headingAnchor.exec(child.value)?.[1] : undefined))
        .find(Boolean)
      const name = Math.min(3, Math.max(1, node.depth - 1))
      const level = node.depth === name + 1 ? undefined : node.depth
      return withKey(block(`heading-${name}`, { id, level }, nodes))
    }
    case 'thematicBreak':
      return withKey(voidBlock('divider', {}))
    case 'blockquote':
      return [block('blockquote', {}, self.blocks(node.children))]
    case 'list':
      return [readList(node, self)]
    case 'code':
      return withKey(codeBlock(node, {}))
    case 'html':
      return htmlBlock(node.value).flatMap(withKey)
    case 'table':
      return withKey(gridOf(node, inlines))
    case 'formula':
      return withKey(voidBlock('math', { formula: node.value }))
    case 'footnoteDefinition':
      return [block('footnote', { label: node.label ?? node.identifier }, self.blocks(node.children))]
    case 'blockTag':
      return [self.withKey(node, tagBlock(node, self) ?? asMarkdown(node))]
    default:
      return [asMarkdown(node)]
  }
}

const asMarkdown = (node: RootContent): DocumentNode =>
  voidBlock('markdown', { markdown: mdastWriter.stringify({ type: 'root', children: [node] }).trimEnd() })

const headingAnchor = /^<a\s(?:href="#[^"]*"\s)?(?:id|name)="([-A-Za-z0-9.+_]+)"\s*>$/

/** An empty `a` with the anchor of its heading, or its closing tag. */
function isHeadingAnchor(child: RootContent, siblings: readonly RootContent[]): boolean {
  if (child.type !== 'html') return false
  if (headingAnchor.test(child.value)) return true
  const before = siblings[siblings.indexOf(child) - 1]
  return child.value === '</a>' && before?.type === 'html' && headingAnchor.test(before.value)
}

function readList(node: List, self: Reader): DocumentNode {
  const isLoose = node.spread === true || node.children.some((item) => item.spread)
  const items = node.children.map(({ checked, children }) =>
    block('list-item', { checked: checked ?? undefined }, self.blocks(children)),
  )
  return listOf({ isOrdered: node.ordered === true, isTasks: false, start: node.start ?? 1, isLoose }, items)
}

function gridOf(
  { children, align }: Table,
  inlines: (nodes: Table['children'][number]['children'][number]['children']) => DocumentNode[],
) {
  const [head, ...rows] = children
  const titles = head?.children ?? []
  const columns = titles.map((cell, index) => ({
    title: inlines(cell.children),
    type: 'text',
    align: align?.[index] ?? undefined,
    hidden: false,
    isTarget: false,
    isCover: false,
  }))
  const cells = rows.map((row) => titles.map((_, index) => inlines(row.children[index]?.children ?? [])))
  return tableBlock({ view: 'grid', hideHeader: false, fullWidth: false, columns, rows: cells })
}

const opens = /^<details( open)?>\s*(?:<summary>((?:(?!<\/summary>)[\s\S])*)<\/summary>)?\s*$/i
const summary = /^<summary>((?:(?!<\/summary>)[\s\S])*)<\/summary>\s*$/i

/** Combines the raw HTML of a `details` element and the blocks between its tags into an expandable. */
function expandables(
  nodes: readonly RootContent[],
  self: Reader,
): (Span & { node: RootContent | DocumentNode })[] {
  const result: (Span & { node: RootContent | DocumentNode })[] = []
  const offset = (node: RootContent | undefined, side: 'start' | 'end') => node?.position?.[side].offset ?? 0
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (node === undefined) continue
    const expandable = node.type === 'html' ? expandableAt(nodes, at, self) : null
    const last = expandable?.last ?? at
    result.push({
      node: expandable?.node ?? node,
      start: offset(node, 'start'),
      end: offset(nodes[last], 'end'),
    })
    at = last
  }
  return result
}

function expandableAt(nodes: readonly RootContent[], at: number, self: Reader) {
  const match = opens.exec(valueOf(nodes[at]))
  const last = match === null ? -1 : closingOf(nodes, at)
  if (match === null || last < 0) return null
  const separateSummary = match[2] === undefined ? summary.exec(valueOf(nodes[at + 1]))?.[1] : undefined
  const title = phrasing(parseHtml((match[2] ?? separateSummary ?? '').trim()))
  if (title === null) return null
  const body = self.blocks(nodes.slice(at + (separateSummary === undefined ? 1 : 2), last))
  const data = { defaultExpanded: match[1] === undefined ? undefined : true }
  const parts = [fragment('expandable-title', title), fragment('expandable-body', body)]
  return { node: voidBlock('expandable', data, parts), last }
}

/** The index of the closing tag for the `details` at an index; -1 if there is none. */
function closingOf(nodes: readonly RootContent[], at: number): number {
  let depth = 0
  for (let index = at; index < nodes.length; index++) {
    const value = valueOf(nodes[index])
    if (opens.test(value)) depth += 1
    if (/^<\/details>\s*$/i.test(value)) depth -= 1
    if (depth === 0) return index
  }
  return -1
}

const valueOf = (node: RootContent | BlockContent | DefinitionContent | undefined): string =>
  node?.type === 'html' ? node.value : ''
