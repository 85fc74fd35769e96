import type { Nodes, Root } from 'mdast'
import { type mdastWriter, mdastWriterWith } from '../document/mdast-writer.ts'

type Writer = typeof mdastWriter

/** How an author writes: the options of the Markdown writer, and the line ending. */
export type SourceStyle = {
  readonly writer: Writer
  /** Writes emphasis with `*`, which also works inside a word. */
  readonly inWordWriter: Writer
  readonly lineEnding: '\n' | '\r\n'
}

const bullets = ['-', '*', '+'] as const
const emphases = ['_', '*'] as const
const fences = ['`', '~'] as const
const rules = ['-', '*', '_'] as const

/** The style of a page, taken from the first construct of each kind. */
export function styleOf(body: string, root: Root): SourceStyle {
  const found = firstOfEach(root, body)
  const one = <T extends string>(kind: string, choices: readonly T[], fallback: T): T =>
    choices.find((choice) => found.get(kind)?.startsWith(choice)) ?? fallback
  const marker = /^(?:[-*+]|\d+[.)])([ \t]+)/.exec(found.get('listItem') ?? '')
  const rule = found.get('thematicBreak')?.trim() ?? '---'
  const settings = {
    bullet: one('bullet', bullets, '-'),
    bulletOrdered: /^\d+\)/.test(found.get('numbered') ?? '') ? (')' as const) : ('.' as const),
    emphasis: one('emphasis', emphases, '_'),
    strong: one('strong', emphases, '*'),
    fence: one('code', fences, '`'),
    rule: one('thematicBreak', rules, '-'),
    ruleRepetition: Math.max(3, rule.replaceAll(' ', '').length),
    ruleSpaces: rule.includes(' '),
    setext: /\n {0,3}(?:=+|-+)[ \t]*$/.test(found.get('heading') ?? ''),
    incrementListMarker: !/^1[.)][^\n]*\n+1[.)]/.test(found.get('numbered') ?? ''),
    listItemIndent: (marker?.[1]?.length ?? 1) > 1 ? ('tab' as const) : ('one' as const),
  }
  return {
    writer: mdastWriterWith(settings),
    inWordWriter: mdastWriterWith({ ...settings, emphasis: '*', strong: '*' }),
    lineEnding: body.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** The source of the first node of each type; headings that can be underlined, and lists, by kind. */
function firstOfEach(root: Nodes, body: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (node: Nodes): void => {
    const kind = kindOf(node)
    const { start, end } = node.position ?? {}
    if (!found.has(kind)) found.set(kind, body.slice(start?.offset ?? 0, end?.offset ?? 0))
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return found
}

function kindOf(node: Nodes): string {
  if (node.type === 'list') return node.ordered === true ? 'numbered' : 'bullet'
  if (node.type === 'heading') return node.depth < 3 ? 'heading' : 'subheading'
  return node.type
}
