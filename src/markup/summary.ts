import type { Heading, Link, List, ListItem, RootContent } from 'mdast'
import { visit } from 'unist-util-visit'
import { readYaml } from './front-matter.ts'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'
import { isTooComplex } from './text-cost.ts'

/** One entry of a table of contents. */
export interface SummaryEntry {
  title: string
  /** The file or address as written, without escapes; null for a group and for a page without a file. */
  target: string | null
  /** The pages of a computed entry come from what its `metadata` describes. */
  kind: 'page' | 'group' | 'link' | 'computed'
  children: SummaryEntry[]
  /** The title of the link, which navigation shows instead: `* [Title](file.md "Shown in navigation")`. */
  linkTitle?: string
  /**
   * The JSON object in a comment after the entry: `* [Title](file.md) <!-- {"icon":"x"} -->`. For a computed entry, the
   * YAML in the code block that is all of it.
   */
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
  const reader = newReader()
  if (isTooComplex(markdown)) readLines(markdown, reader)
  else {
    for (const node of parseMarkdown(markdown).children) {
      if (node.type === 'list') reader.siblings().push(...entriesOf(node))
      else reader.divide(node)
    }
  }
  return reader.summary
}

type Reader = {
  readonly summary: Summary
  /** The list that the next entries at the top level are added to. */
  readonly siblings: () => SummaryEntry[]
  /** Reads a heading or a line between lists; other nodes change nothing. */
  readonly divide: (node: RootContent) => void
}

function newReader(): Reader {
  const summary: Summary = { title: '', entries: [] }
  let siblings = summary.entries
  let isFirst = true
  return {
    summary,
    siblings: () => siblings,
    divide(node) {
      if (node.type === 'heading' && isFirst && node.depth === 1) summary.title = titleOf(node)
      else if (node.type === 'heading') siblings = openGroup(summary, node)
      else if (node.type === 'thematicBreak') siblings = summary.entries
      isFirst &&= node.type !== 'heading'
    },
  }
}

/** A list item that can contain others: the list that these are added to, and the least indentation they have. */
type OpenItem = { readonly children: SummaryEntry[]; readonly indentation: number }

/**
 * Reads a table of contents of thousands of entries, which is too long to be parsed as one text, line by line. Each
 * entry and heading must be on a line of its own.
 */
function readLines(markdown: string, reader: Reader): void {
  let open: OpenItem[] = []
  for (const line of withCodeJoined(markdown.split(/\r?\n/))) {
    if (DIVISION.test(line)) {
      open = []
      for (const node of parseMarkdown(line).children) reader.divide(node)
      continue
    }
    const [, space = '', marker = '', text = ''] = LIST_ITEM.exec(line.replaceAll('\t', '    ')) ?? []
    const entry = text === '' ? undefined : (simpleEntry(text) ?? parseSummary(`* ${text}`).entries[0])
    if (entry === undefined) continue
    open = open.filter(({ indentation }) => indentation <= space.length)
    const children = open.at(-1)?.children ?? reader.siblings()
    children.push(entry)
    open.push({ children: entry.children, indentation: space.length + marker.length })
  }
}

/** The lines, where an entry that is a code block is a single one. */
function* withCodeJoined(lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, space = '', fence] = CODE_ITEM.exec(line) ?? []
    const below = fence === undefined ? [] : lines.slice(at + 1, at + 1 + MAX_CODE_LINES)
    const code = below.slice(0, below.findIndex((one) => one.trim() === fence) + 1)
    const indentation = new RegExp(`^ {0,${space.length}}`)
    // Without the indentation of the entry, so that it can be parsed alone.
    yield [line, ...code.map((one) => one.replace(indentation, ''))].join('\n')
    at += code.length
  }
}

const CODE_ITEM = /^( {0,200})[-+*] +(```|~~~)/
const MAX_CODE_LINES = 100

const LIST_ITEM = /^( *)((?:[-+*]|\d{1,9}[.)]) +)(\S.*)$/s
/** A heading or a thematic break. */
const DIVISION = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$)/

/** Most entries are a link without any formatting, which needs no parser. */
function simpleEntry(text: string): SummaryEntry | undefined {
  const [, title = '', target = ''] = /^\[([\p{L}\p{N} ,.()-]+)\]\(([\w./-]+)\)\s*$/u.exec(text) ?? []
  if (title.trim() === '' || target.startsWith('//')) return undefined
  return { title: title.replace(/\s+/g, ' ').trim(), target, kind: 'page', children: [] }
}

function openGroup(summary: Summary, node: Heading): SummaryEntry[] {
  const title = titleOf(node)
  if (title === '') return summary.entries
  const group: SummaryEntry = { title, target: null, kind: 'group', children: [], ...groupMetadataIn(node) }
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
  const computed = label?.type === 'code' ? readYaml(label.value) : null
  if (typeof computed?.type === 'string')
    return { title: '', target: null, kind: 'computed', children, metadata: computed }
  const link = label ? linkIn(label) : undefined
  const title = label ? titleOf(link ?? label) : ''
  const target = link?.url || null
  if (title === '' && target === null) return null
  const kind = target !== null && /^([a-z][a-z\d+.-]*:|\/\/)/i.test(target) ? 'link' : 'page'
  const linkTitle = link?.title?.trim()
  return {
    title: title || (target ?? ''),
    target,
    kind,
    children,
    ...(linkTitle ? { linkTitle } : {}),
    ...(label ? metadataIn(label) : {}),
  }
}

/** The id of an anchor in a heading is the path of the group: `## Start <a href="#begin" id="begin"></a>`. */
function groupMetadataIn(node: Heading): Pick<SummaryEntry, 'metadata'> {
  const { metadata } = metadataIn(node)
  let slug: string | undefined
  visit(node, 'html', ({ value }) => {
    slug ??= /^<a\s[^<>]*?\bid="([^"<>]{1,200})"/.exec(value)?.[1]
  })
  return slug === undefined ? { ...(metadata && { metadata }) } : { metadata: { slug, ...metadata } }
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
