import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type {} from './nodes.ts'
import { lecternSyntax } from './tag-syntax.ts'
import { pairTags } from './tag-tree.ts'
import { tamed } from './tame.ts'

const markdown = unified().use(remarkParse).use(remarkGfm).use(lecternSyntax).freeze()

/**
 * Reads the Markdown of a page, without front matter. Any text can be read; nothing is thrown.
 * @returns a syntax tree of GitHub flavoured Markdown with `blockTag` and `formula` nodes. Each node has
 *   its `position`, with offsets into `body`.
 */
export function parseMarkdown(body: string): Root {
  const { text, without } = tamed(body)
  const root = (without.length === 0 ? markdown : markdownWithout(without)).parse(text)
  root.data = { ...root.data, source: body }
  pairTags(root)
  placeStrays(root)
  return root
}

function markdownWithout(constructs: string[]) {
  const leave = { disable: { null: constructs } }
  return markdown().data('micromarkExtensions', [...(markdown.data('micromarkExtensions') ?? []), leave])
}

/** Addresses found in running text are cut out of it after parsing and carry no position of their own. */
function placeStrays(root: Root): void {
  visit(root, (node, _index, parent) => {
    if (!node.position && parent?.position) node.position = parent.position
  })
}
