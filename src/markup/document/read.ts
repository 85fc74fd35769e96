import type { BlockContent, Definition, DefinitionContent, List, Root, RootContent, Table } from 'mdast'
import type { DocumentNode, StructuredDocument } from '#contract/documents.ts'
import { blocksOf } from '../blocks.ts'
import type { Span } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'
import { codeBlock } from './code.ts'
import { listOf } from './lists.ts'
import { paragraphs } from './lone.ts'
import { block, documentNode, fragment, voidBlock } from './make.ts'
import { trimmedLines } from './marks.ts'
import { mdastWriter } from './mdast-writer.ts'
import { htmlBlock, parsedHtml, phrasing } from './read-html.ts'
import { type Definitions, inlinesIn } from './read-inlines.ts'
import { tagBlock } from './read-tags.ts'
import type { Reader } from './reader.ts'
import { tableBlock } from './table.ts'

/**
 * A text as a structured document. Nothing is left out: what no node is made for stands there as `html` or
 * `markdown`. The keys of blocks are those of `blocksOf`.
 */
export function documentOf(markdown: string): StructuredDocument {
  return documentNode(placedBlocks(markdown).flatMap(({ nodes }) => nodes))
}

/** The blocks of a text with the places where they stand in it, end exclusive. */
export function placedBlocks(markdown: string): (Span & { nodes: DocumentNode[] })[] {
  const root = parseMarkdown(markdown)
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
    keyed(from, made) {
      const key = keys.get(`${from.position?.start.offset} ${from.position?.end.offset}`)
      return key === undefined ? made : { ...made, key }
    },
  }
  return { read }
}

function readBlock(node: RootContent, self: Reader, definitions: Definitions): DocumentNode[] {
  const inlines = (nodes: Parameters<typeof inlinesIn>[0]) => inlinesIn(nodes, definitions)
  const keyed = (made: DocumentNode) => [self.keyed(node, made)]
  switch (node.type) {
    case 'paragraph':
      return paragraphs({}, trimmedLines(inlines(node.children))).flatMap(keyed)
    case 'heading': {
      const nodes = trimmedLines(inlines(node.children.filter((child) => !isHook(child, node.children))))
      const id = node.children
        .map((child) => (child.type === 'html' ? hook.exec(child.value)?.[1] : undefined))
        .find(Boolean)
      const name = Math.min(3, Math.max(1, node.depth - 1))
      const level = node.depth === name + 1 ? undefined : node.depth
      return keyed(block(`heading-${name}`, { id, level }, nodes))
    }
    case 'thematicBreak':
      return keyed(voidBlock('divider', {}))
    case 'blockquote':
      return [block('blockquote', {}, self.blocks(node.children))]
    case 'list':
      return [readList(node, self)]
    case 'code':
      return keyed(codeBlock(node, {}))
    case 'html':
      return htmlBlock(node.value).flatMap(keyed)
    case 'table':
      return keyed(gridOf(node, inlines))
    case 'formula':
      return keyed(voidBlock('math', { formula: node.value }))
    case 'footnoteDefinition':
      return [block('footnote', { label: node.label ?? node.identifier }, self.blocks(node.children))]
    case 'blockTag':
      return [self.keyed(node, tagBlock(node, self) ?? asMarkdown(node))]
    default:
      return [asMarkdown(node)]
  }
}

const asMarkdown = (node: RootContent): DocumentNode =>
  voidBlock('markdown', { markdown: mdastWriter.stringify({ type: 'root', children: [node] }).trimEnd() })

const hook = /^<a\s(?:href="#[^"]*"\s)?(?:id|name)="([-A-Za-z0-9.+_]+)"\s*>$/

/** An empty `a` that only carries the anchor of its heading, or the end of it. */
function isHook(child: RootContent, siblings: readonly RootContent[]): boolean {
  if (child.type !== 'html') return false
  if (hook.test(child.value)) return true
  const before = siblings[siblings.indexOf(child) - 1]
  return child.value === '</a>' && before?.type === 'html' && hook.test(before.value)
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

/** What can be opened and closed is written as raw HTML around blocks: the pieces are put together here. */
function expandables(
  nodes: readonly RootContent[],
  self: Reader,
): (Span & { node: RootContent | DocumentNode })[] {
  const result: (Span & { node: RootContent | DocumentNode })[] = []
  const offset = (node: RootContent | undefined, side: 'start' | 'end') => node?.position?.[side].offset ?? 0
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (node === undefined) continue
    const made = node.type === 'html' ? expandableAt(nodes, at, self) : null
    const last = made?.last ?? at
    result.push({ node: made?.node ?? node, start: offset(node, 'start'), end: offset(nodes[last], 'end') })
    at = last
  }
  return result
}

function expandableAt(nodes: readonly RootContent[], at: number, self: Reader) {
  const match = opens.exec(valueOf(nodes[at]))
  const last = match === null ? -1 : closingOf(nodes, at)
  if (match === null || last < 0) return null
  const apart = match[2] === undefined ? summary.exec(valueOf(nodes[at + 1]))?.[1] : undefined
  const title = phrasing(parsedHtml((match[2] ?? apart ?? '').trim()))
  if (title === null) return null
  const body = self.blocks(nodes.slice(at + (apart === undefined ? 1 : 2), last))
  const data = { defaultExpanded: match[1] === undefined ? undefined : true }
  const parts = [fragment('expandable-title', title), fragment('expandable-body', body)]
  return { node: voidBlock('expandable', data, parts), last }
}

/** Where the one that opens at this place is closed; negative when it is not. */
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
