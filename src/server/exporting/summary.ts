import { slugOf } from '#markup/slug.ts'
import type { PageEntry } from '../content/entries.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { Layout } from './layout.ts'
import { addressOf, encoded, given, moreOf } from './page-file.ts'
import { shownTitle, unescaped } from './titles.ts'

type Line = {
  readonly title: string
  readonly target?: string | undefined
  /** What the line itself cannot say; it follows as a comment. */
  readonly about: Record<string, unknown>
}

/**
 * Writes the table of contents: nested lists, groups as headings, links with their addresses. What Markdown has no
 * way to say of an entry stands behind it as a comment.
 */
export function summaryOf(roots: readonly PageNode[], layout: Layout): string {
  const lines = ['# Table of contents', '']
  let isInGroup = false
  for (const node of roots) {
    if (node.entry.type === 'group') {
      if (lines.at(-1) !== '') lines.push('')
      lines.push(`## ${written(lineOf(node.entry, layout))}`, '', ...listOf(node.pages, layout, ''))
      isInGroup = true
      continue
    }
    if (isInGroup) lines.push('', '---', '')
    isInGroup = false
    lines.push(...listOf([node], layout, ''))
  }
  return `${lines.join('\n')}\n`
}

function listOf(nodes: readonly PageNode[], layout: Layout, indent: string): string[] {
  return nodes.flatMap(({ entry, pages }) => [
    `${indent}* ${written(lineOf(entry, layout))}`,
    ...listOf(pages, layout, `${indent}  `),
  ])
}

function lineOf(entry: PageEntry, layout: Layout): Line {
  const { title, icon, emoji, description, hidden } = entry
  if (entry.type === 'document')
    return { title, target: inParentheses(layout.pages.get(entry.id)), about: {} }
  const about = { ...given({ icon, emoji, description, hidden }), ...moreOf(entry) }
  if (entry.type === 'link') return linkLine(entry, layout, about)
  return { title, about: slugOf(title) === entry.slug ? about : { slug: entry.slug, ...about } }
}

/** A link to something outside is told by its address, one to a page or file of the space is said to be one. */
function linkLine({ title, target }: PageEntry, layout: Layout, about: Record<string, unknown>): Line {
  const url = addressOf(target, 'SUMMARY.md', layout)
  const isOutside = target?.kind === 'url'
  if (url === undefined || (isOutside && !/^([a-z][a-z\d+.-]*:|\/\/)[^\s<>\\]+$/i.test(url)))
    return { title, about: { type: 'link', ...about, target } }
  return { title, target: `<${url}>`, about: isOutside ? about : { type: 'link', ...about } }
}

function written({ title, target, about }: Line): string {
  const shown = shownTitle(title)
  const text = target === undefined ? shown : `[${shown}](${target})`
  const all = shown === title || unescaped(shown) === title ? about : { title, ...about }
  return Object.keys(all).length === 0 ? text : `${text} <!-- ${inComment(all)} -->`
}

const inParentheses = (path: string | undefined): string | undefined =>
  path === undefined
    ? undefined
    : encoded(path).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** JSON in which nothing can end the comment. */
const inComment = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>]|-(?=-)/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
