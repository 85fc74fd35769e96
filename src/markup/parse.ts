import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type {} from './nodes.ts'
import { limitForParsing } from './parsing-limits.ts'
import { lecternSyntax } from './tag-syntax.ts'
import { pairTags } from './tag-tree.ts'

const markdown = unified().use(remarkParse).use(remarkGfm).use(lecternSyntax).freeze()

/**
 * Parses the Markdown of a page, without front matter. It accepts any text and never throws.
 * @returns a syntax tree of GitHub-flavored Markdown with `blockTag` and `formula` nodes. Each node has a
 *   `position` with offsets into `body`.
 */
export function parseMarkdown(body: string): Root {
  const { text, disabledConstructs } = limitForParsing(body)
  const root = (disabledConstructs.length === 0 ? markdown : parserWithout(disabledConstructs)).parse(text)
  root.data = { ...root.data, source: body }
  pairTags(root)
  fillMissingPositions(root)
  return root
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
