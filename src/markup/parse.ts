import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type {} from './nodes.ts'
import { limitForParsing } from './parsing-limits.ts'
import { lecternSyntax } from './tag-syntax.ts'
import { pairTags } from './tag-tree.ts'
import { isTooComplex } from './text-cost.ts'

const markdown = unified().use(remarkParse).use(remarkGfm).use(lecternSyntax).freeze()

/**
 * Parses the Markdown of a page, without front matter. It accepts any text and never throws. A text that is too complex
 * to parse in reasonable time is one block of code.
 * @returns a syntax tree of GitHub-flavored Markdown with `blockTag` and `formula` nodes. Each node has a
 *   `position` with offsets into `body`.
 */
export function parseMarkdown(body: string): Root {
  if (isTooComplex(body)) return asCode(body)
  const { text, disabledConstructs } = limitForParsing(body)
  const root = (disabledConstructs.length === 0 ? markdown : parserWithout(disabledConstructs)).parse(text)
  root.data = { ...root.data, source: body }
  pairTags(root)
  fillMissingPositions(root)
  return root
}

function asCode(body: string): Root {
  const end = { line: body.split('\n').length, column: 1, offset: body.length }
  const position = { start: { line: 1, column: 1, offset: 0 }, end }
  const children: Root['children'] = [{ type: 'code', value: body, position }]
  return { type: 'root', children, position, data: { source: body } }
}

function parserWithout(constructs: string[]) {
  const leave = { disable: { null: constructs } }
  return markdown().data('micromarkExtensions', [...(markdown.data('micromarkExtensions') ?? []), leave])
}

/** URLs in running text become links after parsing and have no position; they get that of their parent. */
function fillMissingPositions(root: Root): void {
  visit(root, (node, _index, parent) => {
    if (!node.position && parent?.position) node.position = parent.position
  })
}
