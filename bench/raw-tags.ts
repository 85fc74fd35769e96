// Counts block tags and HTML tags that readers of a documentation in Markdown would see as text, outside of code.
// Usage: node bench/raw-tags.ts <folder>…
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Nodes } from 'hast'
import { splitFrontMatter } from '#markup/front-matter.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { schema } from '#markup/schema.ts'
import { toHast } from '#markup/to-hast.ts'

const isCode = (node: Nodes) =>
  node.type === 'element' && ['code', 'pre', 'kbd', 'samp', 'math', 'button'].includes(node.tagName)

function* textsIn(node: Nodes): Generator<string> {
  if (isCode(node)) return
  if (node.type === 'text') yield node.value
  if ('children' in node) for (const child of node.children) yield* textsIn(child)
}

/** Elements that authors write; other names in angle brackets are placeholders such as `<your-token>`. */
const elements = [
  ...(schema.tagNames ?? []),
  'button',
  'center',
  'font',
  'iframe',
  'option',
  'select',
  'source',
  'video',
]
const tags = new RegExp(`\\{%[^}]*%\\}|</?(?:${elements.join('|')})(?:\\s[^<>]*)?/?>`, 'g')

for (const folder of process.argv.slice(2)) {
  let pages = 0
  let total = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:md|markdown|mdx)$/.test(name) || /(?:^|\/)(?:SUMMARY\.md|node_modules\/)/.test(name)) continue
    const path = join(folder, name)
    pages += 1
    const root = toHast(parseMarkdown(splitFrontMatter(readFileSync(path, 'utf8')).body))
    const found = [...textsIn(root)].flatMap((text) => text.match(tags) ?? [])
    total += found.length
    if (found.length > 0) console.log(`  ${relative(folder, path)}: ${found.slice(0, 3).join(' ')}`)
  }
  console.log(`${folder}: ${total} raw tags on ${pages} pages`)
}
