import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

const address = /^\/users\/([A-Za-z0-9_-]{1,64})$/
const written = /(?<![\p{L}\p{N}@])@\[([A-Za-z0-9_-]{1,64})\]/gu

/**
 * The ids of the people whom a text parsed by `parseMarkdown` names, each once: `@[id]` in running text, or a link
 * to `/users/id`. In code nobody is named.
 */
export function mentionsOf(root: Root): string[] {
  const ids = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'text') for (const [, id = ''] of node.value.matchAll(written)) ids.add(id)
    const id = node.type === 'link' ? address.exec(node.url)?.[1] : undefined
    if (id !== undefined) ids.add(id)
  })
  return [...ids]
}
