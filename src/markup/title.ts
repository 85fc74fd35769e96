import type { Root } from 'mdast'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'

/** The title of a page file: from its front matter, else its first heading, else `fallback`. */
export function titleOf(body: string, frontMatter: Record<string, unknown>, fallback: string): string {
  const { title } = frontMatter
  if (typeof title === 'string' && title.trim() !== '') return title.trim()
  if (typeof title === 'number') return String(title)
  return firstHeadingOf(parseMarkdown(body)) || fallback
}

/** The page without its leading level-1 heading, if that repeats the title. The root is not modified. */
export function withoutTitle(root: Root, title: string): Root {
  const index = root.children.findIndex((node) => !(node.type === 'html' && node.value.startsWith('<!--')))
  const first = root.children[index]
  if (first?.type !== 'heading' || first.depth !== 1) return root
  if (normalizeTitle(plainTextOf(first)) !== normalizeTitle(title)) return root
  return { ...root, children: root.children.toSpliced(index, 1) }
}

function firstHeadingOf(root: Root): string {
  const heading = root.children.find((node) => node.type === 'heading')
  return heading ? plainTextOf(heading).replace(/\s+/g, ' ').trim() : ''
}

/** Titles that are equal for readers have the same normalized form. */
export const normalizeTitle = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
