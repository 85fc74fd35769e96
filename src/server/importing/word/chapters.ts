import type { Element, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { fromHtml } from '#markup/from-html.ts'
import { anchorOf, slugOf } from '#markup/slug.ts'
import { titleOfName } from '../outline.ts'
import { markdownOfHtml } from '../website-pages.ts'

/** A page of a Word file as Markdown with front matter. */
export type Chapter = {
  /** Null for the page of the file itself. */
  readonly heading: string | null
  readonly path: string
  readonly markdown: string
}

const parser = unified().use(rehypeParse, { fragment: true }).freeze()

/**
 * The pages of a Word file in HTML: one page, or with `split` and at least two level 1 headings one for the file and
 * one below it for each of these headings. Footnotes stay footnotes, and links within the file go to their headings.
 */
export function chaptersOf(html: string, path: string, split: boolean): Chapter[] {
  const tree = parser.parse(html)
  const notes = extractNotes(tree)
  const parts = split ? partsOf(tree.children) : []
  const isSplit = parts.filter(({ heading }) => heading !== null).length > 1
  const chapters = isSplit
    ? parts.map(({ heading, nodes }, at) => ({
        heading,
        nodes,
        path: heading === null ? path : `${path}/${String(at).padStart(2, '0')}-${slugOf(heading)}.docx`,
      }))
    : [{ heading: null, nodes: withoutLoneTitle(tree.children), path }]
  const anchors = extractAnchors(chapters)
  return chapters.map(({ heading, nodes, path: own }) => {
    linkAnchors(nodes, own, anchors)
    return { heading, path: own, markdown: written(nodes, own, notes) }
  })
}

type Part = { readonly heading: string | null; readonly nodes: RootContent[] }

/** Splits before each level 1 heading. The document title belongs to the first part. */
function partsOf(nodes: readonly RootContent[]): Part[] {
  const parts: Part[] = [{ heading: null, nodes: [] }]
  for (const node of nodes) {
    if (isHeading(node, 1) && !isTitle(node))
      parts.push({ heading: textOf(node).trim() || 'Untitled', nodes: [] })
    parts.at(-1)?.nodes.push(node)
  }
  return parts
}

/**
 * Puts the document title first and lowers all headings if there are other level 1 headings. Without a title style, a
 * single level 1 heading at the start is the title.
 */
function withoutLoneTitle(nodes: readonly RootContent[]): RootContent[] {
  const elements = nodes.filter((node) => node.type === 'element')
  const firsts = elements.filter((node) => isHeading(node, 1))
  const title =
    firsts.find(isTitle) ?? (firsts.length === 1 && elements[0] === firsts[0] ? firsts[0] : undefined)
  const rest = nodes.filter((node) => node !== title)
  if (firsts.some((node) => node !== title)) for (const node of rest) lower(node)
  return title === undefined ? rest : [title, ...rest]
}

function lower(node: RootContent): void {
  if (node.type !== 'element') return
  const level = /^h([1-5])$/.exec(node.tagName)?.[1]
  if (level !== undefined) node.tagName = `h${Number(level) + 1}`
}

const isHeading = (node: RootContent, level: number): node is Element =>
  node.type === 'element' && node.tagName === `h${level}`

const isTitle = (node: RootContent): boolean =>
  node.type === 'element' &&
  Array.isArray(node.properties.className) &&
  node.properties.className.includes('title')

/** Private-use characters that mark footnotes while HTML is converted to Markdown. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** Removes the list of notes and replaces each reference with a marker. Returns the notes by number. */
function extractNotes(tree: Root): ReadonlyMap<string, string> {
  const notes = new Map<string, string>()
  const numbers = new Map<string, string>()
  tree.children = tree.children.filter((node) => {
    if (node.type !== 'element' || node.tagName !== 'ol') return true
    const items = node.children.filter((item): item is Element => item.type === 'element')
    if (items.length === 0 || !items.every((item) => /^(?:foot|end)note-\d+$/.test(idOf(item)))) return true
    for (const item of items) {
      const number = String(numbers.size + 1)
      numbers.set(idOf(item), number)
      notes.set(number, noteText(item))
    }
    return false
  })
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'sup' || parent === undefined || index === undefined) return
    const [link] = node.children
    if (link?.type !== 'element' || link.tagName !== 'a') return
    const number = numbers.get(String(link.properties.href ?? '').slice(1))
    if (number === undefined) return
    parent.children[index] = { type: 'text', value: `${OPEN}${number}${CLOSE}` }
    return SKIP
  })
  return notes
}

function noteText(item: Element): string {
  visit(item, 'element', (node, index, parent) => {
    if (node.tagName !== 'a' || parent === undefined || index === undefined) return
    if (!/^#(?:foot|end)note-ref-/.test(String(node.properties.href ?? ''))) return
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
  const { markdown } = fromHtml(`<main>${toHtml(item.children)}</main>`, {
    baseUrl: 'https://files.invalid/',
  })
  return markdown.trim()
}

type Anchors = ReadonlyMap<string, { readonly path: string; readonly slug: string }>

/** Removes the bookmarks and maps each to the heading that contains or precedes it. */
function extractAnchors(
  chapters: readonly { readonly nodes: RootContent[]; readonly path: string }[],
): Anchors {
  const anchors = new Map<string, { path: string; slug: string }>()
  for (const { nodes, path } of chapters) {
    const taken = new Map<string, number>()
    let slug = ''
    for (const node of nodes) {
      if (node.type !== 'element') continue
      // A level 1 heading is the title of its page, so the target is the page itself.
      if (/^h[1-6]$/.test(node.tagName)) slug = node.tagName === 'h1' ? '' : anchorIn(taken, textOf(node))
      visit(node, 'element', (inner, index, parent) => {
        const id = idOf(inner)
        if (inner.tagName !== 'a' || id === '' || inner.properties.href !== undefined) return
        anchors.set(id, { path, slug })
        if (parent === undefined || index === undefined) return
        parent.children.splice(index, 1, ...inner.children)
        return [SKIP, index]
      })
    }
  }
  return anchors
}

/** The anchor of a heading on the published page; repeated anchors are numbered. */
function anchorIn(taken: Map<string, number>, heading: string): string {
  const anchor = anchorOf(heading.trim())
  const count = taken.get(anchor) ?? 0
  taken.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}

/** Turns links to bookmarks into links to headings; without a target the link is replaced by its text. */
function linkAnchors(nodes: readonly RootContent[], path: string, anchors: Anchors): void {
  visit({ type: 'root', children: [...nodes] }, 'element', (node, index, parent) => {
    const href = String(node.properties.href ?? '')
    if (node.tagName !== 'a' || !href.startsWith('#')) return undefined
    const target = anchors.get(href.slice(1))
    if (target !== undefined) node.properties.href = addressIn(path, target)
    if (target !== undefined || parent === undefined || index === undefined) return undefined
    parent.children.splice(index, 1, ...node.children)
    return [SKIP, index]
  })
}

function addressIn(path: string, target: { readonly path: string; readonly slug: string }): string {
  const fragment = target.slug === '' ? '' : `#${target.slug}`
  return target.path === path && fragment !== '' ? fragment : addressOf(target.path) + fragment
}

/** The URL of a file of the source in HTML. */
export const addressOf = (path: string): string => `/${path.split('/').map(encodeURIComponent).join('/')}`

function written(nodes: readonly RootContent[], path: string, notes: ReadonlyMap<string, string>): string {
  // Otherwise the first heading of any level would become the title.
  const title = nodes.some((node) => isHeading(node, 1))
    ? []
    : [h('h1', titleOfName(path.split('/').at(-1) ?? path))]
  const html = toHtml({ type: 'root', children: [...title, ...nodes] })
  const used: string[] = []
  const text = markdownOfHtml(`<main>${html}</main>`, path).replace(
    new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g'),
    (_, number: string) => {
      if (!used.includes(number)) used.push(number)
      return `[^${number}]`
    },
  )
  const definitions = used.map(
    (number) => `[^${number}]: ${(notes.get(number) ?? '').replace(/\n(?!\n)/g, '\n    ')}`,
  )
  return definitions.length === 0 ? text : `${text.trimEnd()}\n\n${definitions.join('\n\n')}\n`
}

const idOf = ({ properties }: Element): string => String(properties.id ?? '')
