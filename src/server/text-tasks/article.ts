import type { Root } from 'hast'
import { visit } from 'unist-util-visit'
import {
  type ApiBlock,
  apiBlockKey,
  apiBlocksIn,
  type SchemasBlock,
  schemasBlockKey,
  schemasBlocksIn,
} from '#markup/api-blocks.ts'
import { sampleLanguages } from '#markup/api-samples.ts'
import { mayContainConditions } from '#markup/condition-syntax.ts'
import type { Highlighter } from '#markup/highlight.ts'
import { hasFormulas, languagesOf } from '#markup/languages.ts'
import { linksOf } from '#markup/links.ts'
import { outlineOf } from '#markup/outline.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { loadEmoji, mayContainShortcodes, withEmoji } from '#markup/shortcodes.ts'
import { withoutTitle } from '#markup/title.ts'
import { type HastOptions, toHast } from '#markup/to-hast.ts'
import { type TagStyle, updatesOf } from '#markup/updates.ts'
import { type Article, articleFrom, emptyArticle } from '#published/article.ts'
import { articleForPrint } from '#published/article-for-print.ts'
import type { Html } from '#published/html.ts'
import { shownEntries } from '#published/layout/outline-entries.ts'
import type { OutlineEntry } from '#published/model.ts'
import { blockLabelsOf } from '#published/texts/block-labels.ts'
import { rightToLeftLanguage } from '#published/texts/text-language.ts'
import { fontIcon } from '../font-icons.ts'
import { expressionsIn } from './conditions.ts'
import { type LinkData, resolversOf } from './link-data.ts'
import type { KeyedOperations, KeyedSchemas, ShownExpressions } from './task-data.ts'

/** What must be known about a text before it can be rendered. */
export type ArticleFacts = {
  readonly urls: readonly string[]
  /** URLs of images only. */
  readonly images: readonly string[]
  readonly expressions: readonly string[]
  readonly apiBlocks: readonly ApiBlock[]
  readonly schemasBlocks: readonly SchemasBlock[]
  /** Whether the text starts with a heading that equals the title. */
  readonly hasTitle: boolean
  /** Whether it contains updates of a changelog. */
  readonly hasUpdates: boolean
  /** As `rightToLeftLanguage` returns it. */
  readonly language: string | null | undefined
}

export type ArticleInput = {
  readonly markdown: string
  /** A leading heading with this title is left out. */
  readonly title: string
  readonly links: LinkData
  readonly operations: KeyedOperations
  readonly schemas?: KeyedSchemas
  readonly locale: string
  /** Absent: everything is shown. */
  readonly shown?: ShownExpressions | undefined
  readonly opensOutside?: boolean
  /** URL of the search page of the site. */
  readonly searchHref?: string
  readonly answersQuestions?: boolean
  /** The tags that the settings of the space define, by slug. */
  readonly tags?: readonly (readonly [slug: string, style: TagStyle])[]
  /** Style of icons. */
  readonly icons?: string
  /** Set for a PDF, where the pages of a document need different ids. */
  readonly idPrefix?: string
}

export type RenderedArticle = {
  /** Empty with an `idPrefix`. */
  readonly article: Article
  /** The text for a PDF; empty without an `idPrefix`. */
  readonly print: Html
  /** The headings that the outline of the page shows. */
  readonly outline: readonly OutlineEntry[]
}

/** All highlighted code of one page, in characters; further code has no colors. */
const MAX_HIGHLIGHTED = 150_000

export function articleFacts({ markdown, title }: { markdown: string; title: string }): ArticleFacts {
  const whole = parseMarkdown(markdown)
  const root = withoutTitle(whole, title)
  const links = linksOf(root)
  return {
    urls: [...new Set(links.map(({ url }) => url))],
    images: [...new Set(links.flatMap(({ kind, url }) => (kind === 'image' ? [url] : [])))],
    expressions: mayContainConditions(markdown) ? expressionsIn(markdown) : [],
    apiBlocks: apiBlocksIn(root),
    schemasBlocks: schemasBlocksIn(root),
    hasTitle: root !== whole,
    hasUpdates: updatesOf(root).length > 0,
    language: rightToLeftLanguage([title, ...proseIn(root)].join('\n')),
  }
}

/** Code is left out, because it is in Latin script in any language. */
function proseIn(root: ReturnType<typeof parseMarkdown>): string[] {
  const texts: string[] = []
  visit(root, 'text', ({ value }) => void texts.push(value))
  return texts
}

/** Renders a text with its links resolved. */
export async function renderArticle(input: ArticleInput): Promise<RenderedArticle> {
  const {
    markdown,
    title,
    links,
    shown,
    locale,
    opensOutside = false,
    searchHref,
    idPrefix,
    operations,
  } = input
  const root = withoutTitle(parseMarkdown(markdown), title)
  const known = new Map(operations)
  const schemas = new Map(input.schemas)
  const emoji = mayContainShortcodes(markdown) ? await loadEmoji() : undefined
  const rendered = toHast(root, {
    ...resolversOf(links),
    ...(await renderersFor(root)),
    ...(emoji === undefined ? {} : { emoji }),
    ...(known.size > 0 ? { operation: (block) => known.get(apiBlockKey(block)) ?? null } : {}),
    ...(schemas.size > 0 ? { schemas: (block) => schemas.get(schemasBlockKey(block)) ?? null } : {}),
    ...(shown === undefined ? {} : { isShown: (expression) => shown[expression] ?? false }),
    ...(idPrefix === undefined ? {} : { idPrefix }),
    ...(searchHref === undefined ? {} : { searchHref }),
    answersQuestions: input.answersQuestions === true,
    openExternalInNewTab: opensOutside,
    ...(input.tags === undefined ? {} : { tags: new Map(input.tags) }),
    fontIcon: (name) => fontIcon(name, input.icons),
    labels: blockLabelsOf(locale),
    locale,
  })
  const headings = outlineOf(root).map((entry) =>
    emoji === undefined ? entry : { ...entry, text: withEmoji(entry.text, emoji) },
  )
  const visible = shown === undefined ? headings : visibleIn(rendered, headings)
  const outline = shownEntries(known.size > 0 ? withOperations(rendered, visible, title) : visible)
  return {
    article: idPrefix === undefined ? articleFrom(rendered, outline) : emptyArticle,
    print: idPrefix === undefined ? emptyArticle.html : articleForPrint(rendered),
    outline,
  }
}

/** Headings that a condition hides are not in the outline. */
function visibleIn(root: Root, headings: readonly OutlineEntry[]): OutlineEntry[] {
  const ids = new Set<unknown>()
  visit(root, 'element', ({ properties }) => void ids.add(properties.id))
  return headings.filter(({ anchor }) => ids.has(anchor))
}

/** The headings of a page and the operations below them, unless the title or a heading has the name of the operation. */
function withOperations(root: Root, headings: readonly OutlineEntry[], title: string): OutlineEntry[] {
  const headingAt = new Map<unknown, OutlineEntry>(headings.map((entry) => [entry.anchor, entry]))
  const entries: OutlineEntry[] = []
  let above: { readonly level: number; readonly text: string } = { level: 1, text: title }
  visit(root, 'element', ({ properties: { id, ariaLabel, className } }) => {
    const heading = headingAt.get(id)
    if (heading !== undefined) {
      entries.push(heading)
      above = heading
    }
    const isOperation = Array.isArray(className) && className.includes('op')
    // A block of models has neither a name nor an anchor.
    if (!isOperation || typeof id !== 'string' || ariaLabel === above.text) return
    const level = above.level === 1 ? 2 : above.level === 2 ? 3 : 4
    entries.push({ level, text: String(ariaLabel), anchor: id })
  })
  return entries
}

/** The renderers for code and formulas of a text. */
async function renderersFor(
  root: ReturnType<typeof parseMarkdown>,
): Promise<Pick<HastOptions, 'highlight' | 'formula'>> {
  const languages = [...languagesOf(root), ...(apiBlocksIn(root).length > 0 ? sampleLanguages : [])]
  const highlight = languages.length > 0 ? await highlightFor(languages) : undefined
  return {
    ...(highlight === undefined ? {} : { highlight }),
    ...(hasFormulas(root) ? { formula: (await import('#markup/formulas.ts')).renderFormula } : {}),
  }
}

async function highlightFor(languages: readonly string[]): Promise<Highlighter['highlight']> {
  const { prepare, highlight } = await sharedHighlighter()
  await prepare(languages)
  let remaining = MAX_HIGHLIGHTED
  return (code, language) => {
    remaining -= code.length
    return remaining < 0 ? null : highlight(code, language)
  }
}

let highlighter: Promise<Highlighter> | undefined

/** Loaded with the first page that has code, because it is large. */
async function loadHighlighter(): Promise<Highlighter> {
  const { createHighlighter } = await import('#markup/highlight.ts')
  return createHighlighter()
}

function sharedHighlighter(): Promise<Highlighter> {
  highlighter ??= loadHighlighter()
  return highlighter
}
