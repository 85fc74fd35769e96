import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

const userUrl = /^\/users\/([A-Za-z0-9_-]{1,64})$/
/** The id of the user whom a link with this URL mentions. */
export const mentionedUser = (url: string): string | undefined => userUrl.exec(url)?.[1]

const mention = /(?<![\p{L}\p{N}@])@\[([A-Za-z0-9_-]{1,64})\]/gu

/**
 * The ids of the users whom a text parsed by `parseMarkdown` mentions, each once: `@[id]` in running text, or a link
 * to `/users/id`. Code contains no mentions.
 */
export function mentionsOf(root: Root): string[] {
  const ids = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'text') for (const [, id = ''] of node.value.matchAll(mention)) ids.add(id)
    const id = node.type === 'link' ? mentionedUser(node.url) : undefined
    if (id !== undefined) ids.add(id)
  })
  return [...ids]
}
