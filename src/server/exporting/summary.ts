import { slugOf } from '#markup/slug.ts'
import type { PageEntry } from '../content/entries.ts'
import type { Layout } from './layout.ts'
import { addressOf, definedFields, extraFields, relativePath } from './page-file.ts'
import { summaryTitle, unescaped } from './titles.ts'

type SummaryLine = {
  readonly title: string
  readonly target?: string | undefined
  /** Fields that Markdown cannot express; they follow as a comment. */
  readonly metadata: Record<string, unknown>
}

/** A page as the table of contents needs it. */
export type ListedEntry = {
  readonly entry: Omit<PageEntry, 'createdAt' | 'updatedAt'>
  readonly pages: readonly ListedEntry[]
}

/**
 * Writes the table of contents: nested lists, with groups as headings and links with their URLs. Fields that Markdown
 * cannot express follow an entry as a comment.
 */
export function summaryOf(roots: readonly ListedEntry[], layout: Layout): string {
  const lines = ['# Table of contents', '']
  let isInGroup = false
  for (const node of roots) {
    if (node.entry.type === 'group') {
      if (lines.at(-1) !== '') lines.push('')
      lines.push(`## ${formatLine(lineOf(node.entry, layout))}`, '', ...listOf(node.pages, layout, ''))
      isInGroup = true
      continue
    }
    if (isInGroup) lines.push('', '---', '')
    isInGroup = false
    lines.push(...listOf([node], layout, ''))
  }
  return `${lines.join('\n')}\n`
}

function listOf(nodes: readonly ListedEntry[], layout: Layout, indent: string): string[] {
  return nodes.flatMap(({ entry, pages }) => [
    `${indent}* ${formatLine(lineOf(entry, layout))}`,
    ...listOf(pages, layout, `${indent}  `),
  ])
}

function lineOf(entry: ListedEntry['entry'], layout: Layout): SummaryLine {
  const { title, icon, emoji, description, hidden } = entry
  if (entry.type === 'document')
    return { title, target: inParentheses(layout.pages.get(entry.id), layout.summary), metadata: {} }
  const metadata = { ...definedFields({ icon, emoji, description, hidden }), ...extraFields(entry) }
  if (entry.type === 'link') return linkLine(entry, layout, metadata)
  return { title, metadata: slugOf(title) === entry.slug ? metadata : { slug: entry.slug, ...metadata } }
}

/** An external link has just its URL; a link to a page or file of the space is marked as a link. */
function linkLine(
  { title, target }: ListedEntry['entry'],
  layout: Layout,
  metadata: Record<string, unknown>,
): SummaryLine {
  const url = addressOf(target, layout.summary, layout)
  const isOutside = target?.kind === 'url'
  if (url === undefined || (isOutside && !/^([a-z][a-z\d+.-]*:|\/\/)[^\s<>\\]+$/i.test(url)))
    return { title, metadata: { type: 'link', ...metadata, target } }
  return { title, target: `<${url}>`, metadata: isOutside ? metadata : { type: 'link', ...metadata } }
}

function formatLine({ title, target, metadata }: SummaryLine): string {
  const shown = summaryTitle(title)
  const text = target === undefined ? shown : `[${shown}](${target})`
  const all = shown === title || unescaped(shown) === title ? metadata : { title, ...metadata }
  return Object.keys(all).length === 0 ? text : `${text} <!-- ${inComment(all)} -->`
}

const inParentheses = (path: string | undefined, from: string): string | undefined =>
  path === undefined
    ? undefined
    : relativePath(path, from).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** JSON that cannot end the comment. */
const inComment = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>]|-(?=-)/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
