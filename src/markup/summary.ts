import type { Heading, Link, List, ListItem, RootContent } from 'mdast'
import { visit } from 'unist-util-visit'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'

/** One entry of a table of contents. */
export interface SummaryEntry {
  title: string
  /** The file or address as written, without escapes; null for a group and for a page without a file. */
  target: string | null
  kind: 'page' | 'group' | 'link'
  children: SummaryEntry[]
  /** The JSON object in a comment after the entry: `* [Title](file.md) <!-- {"icon":"x"} -->`. */
  metadata?: Record<string, unknown>
}

export interface Summary {
  title: string
  entries: SummaryEntry[]
}

/**
 * Parses a `SUMMARY.md`: the first heading is its title, every further heading starts a group, and nested lists
 * are nested pages. An entry with an absolute URL is a link; one without a URL is a page without text.
 */
export function parseSummary(markdown: string): Summary {
  const summary: Summary = { title: '', entries: [] }
  let siblings = summary.entries
  let isFirst = true
  for (const node of parseMarkdown(markdown).children) {
    if (node.type === 'heading' && isFirst && node.depth === 1) summary.title = titleOf(node)
    else if (node.type === 'heading') siblings = openGroup(summary, node)
    else if (node.type === 'thematicBreak') siblings = summary.entries
    else if (node.type === 'list') siblings.push(...entriesOf(node))
    isFirst &&= node.type !== 'heading'
  }
  return summary
}

function openGroup(summary: Summary, node: Heading): SummaryEntry[] {
  const title = titleOf(node)
  if (title === '') return summary.entries
  const group: SummaryEntry = { title, target: null, kind: 'group', children: [], ...metadataIn(node) }
  summary.entries.push(group)
  return group.children
}

function entriesOf(list: List): SummaryEntry[] {
  return list.children.flatMap((item) => {
    const children = item.children.flatMap((child) => (child.type === 'list' ? entriesOf(child) : []))
    const entry = entryOf(item, children)
    return entry ? [entry] : children
  })
}

function entryOf(item: ListItem, children: SummaryEntry[]): SummaryEntry | null {
  const label = item.children.find((child) => child.type !== 'list')
  const link = label ? linkIn(label) : undefined
  const title = label ? titleOf(link ?? label) : ''
  const target = link?.url || null
  if (title === '' && target === null) return null
  const kind = target !== null && /^([a-z][a-z\d+.-]*:|\/\/)/i.test(target) ? 'link' : 'page'
  return { title: title || (target ?? ''), target, kind, children, ...(label ? metadataIn(label) : {}) }
}

/** The last comment wins; comments without a JSON object are ignored. */
function metadataIn(node: RootContent): Pick<SummaryEntry, 'metadata'> {
  let result: Pick<SummaryEntry, 'metadata'> = {}
  visit(node, 'html', ({ value }) => {
    const json = /^<!--\s*(\{.*\})\s*-->$/s.exec(value)?.[1]
    const metadata = json === undefined ? null : parseJsonObject(json)
    if (metadata !== null) result = { metadata }
  })
  return result
}

function parseJsonObject(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json)
  } catch {
    // An ordinary comment in braces is not metadata.
    return null
  }
}

function linkIn(node: RootContent): Link | undefined {
  let first: Link | undefined
  visit(node, 'link', (link) => {
    first ??= link
  })
  return first
}

const titleOf = (node: Heading | RootContent) => plainTextOf(node).replace(/\s+/g, ' ').trim()
