import type { DocumentLeaf, DocumentNode, StructuredDocument } from '#contract/documents.ts'
import { DocumentError } from './document-error.ts'
import { listOf } from './lists.ts'
import { emojiText, type Mark, markNames, normalizeInlines, trimLines } from './marks.ts'
import { block, dataOf, documentNode, fragment, inline, textNode, voidBlock, voidInline } from './nodes.ts'
import { paragraphs } from './paragraphs.ts'
import { documentOf } from './read.ts'
import { addressOf, isReference, referenceOf, specReference } from './references.ts'
import { blockRules, colorData, inlineRules, type Rule } from './rules.ts'
import { inlineText, tableBlock, tableIn } from './table.ts'

type Path = readonly (string | number)[]

/** Nesting limit, deeper than any real page. */
const MAX_DEPTH = 40

/**
 * Validates a document and brings it to the canonical form of its content.
 * @throws {DocumentError} with the path of the first invalid node
 */
export function normalizeDocument(document: StructuredDocument): StructuredDocument {
  return documentNode(blocksIn(document.nodes, ['nodes'], null))
}

function blocksIn(
  nodes: readonly DocumentNode[],
  path: Path,
  only: readonly string[] | null,
): DocumentNode[] {
  if (path.length > MAX_DEPTH * 2)
    throw new DocumentError(path, `Blocks may stand ${MAX_DEPTH} deep in each other`)
  return nodes.flatMap((node, index) => blockAt(node, [...path, index], only))
}

function blockAt(node: DocumentNode, path: Path, only: readonly string[] | null): DocumentNode[] {
  if (node.object !== 'block') throw new DocumentError(path, 'Only blocks can stand here')
  const type = node.type ?? ''
  const rule = ruleFor(type, path, only)
  const data = dataIn(node, rule, path)
  if (type === 'table') return [normalizeTable(node, path)]
  if (type === 'html' || type === 'markdown') return documentOf(String(data[type])).nodes
  if (type === 'code') return [normalizeCode(data, linesIn(node.nodes ?? [], [...path, 'nodes']))]
  if (type === 'math') return formulaOf(String(data.formula))
  const fragments = fragmentsIn(node, rule, path)
  if (rule.content === 'nothing') return [voidBlock(type, data, fragments)]
  if (rule.content === 'inlines') {
    const nodes = trimLines(inlinesIn(node.nodes ?? [], [...path, 'nodes']))
    return type === 'paragraph' ? paragraphs(data, nodes) : [block(type, headingData(type, data), nodes)]
  }
  const inner = blocksIn(
    node.nodes ?? [],
    [...path, 'nodes'],
    rule.content === 'blocks' ? null : rule.content,
  )
  return boxOf(type, data, inner)
}

/** Empty blockquotes and lists are removed. */
function boxOf(type: string, data: Record<string, unknown>, inner: DocumentNode[]): DocumentNode[] {
  const isList = type.startsWith('list-') && type !== 'list-item'
  if (inner.length === 0 && (isList || type === 'blockquote')) return []
  return [isList ? listOf(kindOf(type, data), inner) : block(type, data, inner)]
}

function ruleFor(type: string, path: Path, only: readonly string[] | null): Rule {
  const rule = ruleOf(blockRules, type)
  if (rule === undefined) throw new DocumentError([...path, 'type'], `There is no block “${type}”`)
  if (only === null ? !nestedOnly.has(type) : only.includes(type)) return rule
  throw new DocumentError([...path, 'type'], `A block “${type}” cannot stand here`)
}

const kindOf = (type: string, { start, loose }: Record<string, unknown>) => ({
  isOrdered: type === 'list-ordered',
  isTasks: type === 'list-tasks',
  start,
  isLoose: loose === true,
})

/** Blocks that are only allowed inside a certain parent. */
const nestedOnly = new Set([
  'list-item',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
  'code-line',
  'image',
])

const ruleOf = (rules: Readonly<Record<string, Rule>>, type: string): Rule | undefined =>
  Object.hasOwn(rules, type) ? rules[type] : undefined

function dataIn(node: DocumentNode, rule: Rule, path: Path): Record<string, unknown> {
  const { success, data, error } = rule.data.safeParse(node.data ?? {})
  if (!success) {
    const issue = error.issues[0]
    const issuePath = (issue?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step)))
    throw new DocumentError(
      [...path, 'data', ...issuePath],
      issue?.message ?? 'This is not what is expected here',
    )
  }
  const references = Object.entries(data).map(([name, value]) => {
    if (!isReference(value)) return [name, value]
    const spec =
      node.type === 'openapi-operation' && value.kind === 'openapi' ? specReference(value.spec) : undefined
    if (spec !== undefined) return [name, spec]
    const address = addressOf(value)
    if (address === null)
      throw new DocumentError([...path, 'data', name], 'This reference cannot be kept in a text')
    return [name, referenceOf(address)]
  })
  const rest = dataOf(Object.fromEntries(references))
  if (rest.attributes !== undefined && Object.keys(rest.attributes as object).length === 0)
    delete rest.attributes
  return rest
}

/** Omits the level if it follows from the type. */
function headingData(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const defaultLevel = Number(/^heading-(\d)$/.exec(type)?.[1]) + 1
  return data.level === defaultLevel ? { ...data, level: undefined } : data
}

const formulaOf = (formula: string): DocumentNode[] =>
  formula.trim() === '' ? [] : [voidBlock('math', { formula: formula.trim() })]

function normalizeTable(node: DocumentNode, path: Path): DocumentNode {
  const fragments = (node.fragments ?? []).map((one, index) => {
    const at = [...path, 'fragments', index]
    const nodes = (one.nodes ?? []).map((cell, cellIndex) => {
      const cellPath = [...at, 'nodes', cellIndex]
      if (cell.type !== 'paragraph') throw new DocumentError(cellPath, 'The cells of a table hold paragraphs')
      return block('paragraph', {}, inlinesIn(cell.nodes ?? [], [...cellPath, 'nodes']))
    })
    return fragment(one.fragment ?? '', nodes)
  })
  const table = tableIn({ ...node, fragments })
  if (table === null) throw new DocumentError([...path, 'data'], 'This table does not hold together')
  return tableBlock(table)
}

/** Highlights and other info follow the language in a fence, so a code block with these needs a language. */
function normalizeCode(data: Record<string, unknown>, lines: DocumentNode[]): DocumentNode {
  const hasInfo = data.meta !== undefined || lines.some((line) => line.data?.highlighted === true)
  return block('code', { ...data, syntax: data.syntax || (hasInfo ? 'text' : undefined) }, lines)
}

function linesIn(nodes: readonly DocumentNode[], path: Path): DocumentNode[] {
  const lines = nodes.flatMap((node, index) => {
    const at = [...path, index]
    if (node.object !== 'block' || node.type !== 'code-line')
      throw new DocumentError(at, 'A listing holds lines')
    const highlighted = node.data?.highlighted === true || undefined
    const text = inlineText(node.nodes ?? [])
    return text
      .split('\n')
      .map((one) =>
        block(
          'code-line',
          { highlighted },
          one === '' ? [] : [textNode([{ object: 'leaf', text: one, marks: [] }])],
        ),
      )
  })
  return lines.length === 0 ? [block('code-line', {}, [])] : lines
}

function fragmentsIn(node: DocumentNode, rule: Rule, path: Path): DocumentNode[] {
  const fragments = Object.entries(rule.fragments ?? {}).map(([name, content]) => {
    const index = node.fragments?.findIndex((one) => one.fragment === name || one.type === name) ?? -1
    const at = [...path, 'fragments', index, 'nodes']
    const nodes = node.fragments?.[index]?.nodes ?? []
    if (content === 'blocks') return fragment(name, blocksIn(nodes, at, null))
    const lines = nodes.flatMap((one) => (one.object === 'block' ? (one.nodes ?? []) : [one]))
    return fragment(name, trimLines(inlinesIn(lines, at)))
  })
  const isRequired = rule.fragments !== undefined && 'expandable-title' in rule.fragments
  return isRequired ? fragments : fragments.filter(({ nodes }) => nodes?.length !== 0)
}

/**
 * Validates inlines and brings them to the canonical form of a paragraph.
 * @throws {DocumentError} with the path of the first invalid one
 */
export const normalizeText = (nodes: readonly DocumentNode[]): DocumentNode[] =>
  trimLines(inlinesIn(nodes, []))

function inlinesIn(nodes: readonly DocumentNode[], path: Path, isInLink = false): DocumentNode[] {
  return normalizeInlines(
    nodes.flatMap((node, index) => inlineAt(node, [...path, index], isInLink)),
    isInLink,
  )
}

function inlineAt(node: DocumentNode, path: Path, isInLink: boolean): DocumentNode[] {
  if (node.object === 'text')
    return [textNode((node.leaves ?? []).map((leaf, at) => leafAt(leaf, [...path, 'leaves', at])))]
  if (node.object !== 'inline') throw new DocumentError(path, 'Only text and inlines can stand here')
  const type = node.type ?? ''
  const rule = ruleOf(inlineRules, type)
  if (rule === undefined) throw new DocumentError([...path, 'type'], `There is no inline “${type}”`)
  const data = dataIn(node, rule, path)
  if (isInLink && ['link', 'mention', 'button'].includes(type)) {
    throw new DocumentError(path, 'A link cannot hold a link')
  }
  if (type === 'link') return [inline(type, data, inlinesIn(node.nodes ?? [], [...path, 'nodes'], true))]
  if (type !== 'emoji') return [voidInline(type, data)]
  const text = emojiText(String(data.code))
  if (text === null)
    throw new DocumentError([...path, 'data', 'code'], 'Send the code points in hex, joined by “-”')
  return [textNode([{ object: 'leaf', text, marks: [] }])]
}

function leafAt({ text, marks }: DocumentLeaf, path: Path): DocumentLeaf {
  const validMarks = marks.map((mark, index): Mark => {
    const at = [...path, 'marks', index]
    if (!markNames.some((name) => name === mark.type))
      throw new DocumentError([...at, 'type'], `There is no mark “${mark.type}”`)
    if (mark.type !== 'color') return { object: 'mark', type: mark.type }
    const { success, data } = colorData.safeParse(mark.data ?? {})
    if (!success) throw new DocumentError([...at, 'data'], 'Name a colour for text and background')
    return { object: 'mark', type: 'color', data }
  })
  const isVisible = (mark: Mark) =>
    mark.type !== 'color' || Object.values(mark.data ?? {}).some((one) => one !== 'default')
  const isCode = validMarks.some(({ type }) => type === 'code')
  const clean = text.replace(/\r\n?/g, '\n').replace(/\0/g, '')
  return {
    object: 'leaf',
    text: isCode ? clean.replaceAll('\n', ' ') : clean,
    marks: validMarks.filter(isVisible),
  }
}
