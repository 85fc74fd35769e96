import type { Root } from 'hast'
import { LRUCache } from 'lru-cache'
import { visit } from 'unist-util-visit'
import { apiBlocksIn, mayContainApiBlock } from '#markup/api-blocks.ts'
import { sampleLanguages } from '#markup/api-samples.ts'
import type { Highlighter } from '#markup/highlight.ts'
import { hasFormulas, languagesOf } from '#markup/languages.ts'
import { linksOf } from '#markup/links.ts'
import { outlineOf } from '#markup/outline.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { withoutTitle } from '#markup/title.ts'
import { type HastOptions, toHast } from '#markup/to-hast.ts'
import type { OutlineEntry } from '#published/model.ts'
import { blockLabelsOf } from '#published/texts/block-labels.ts'
import { rightToLeftLanguage } from '#published/texts/text-language.ts'
import type { PageEntry } from '../content/entries.ts'
import { hashOf } from '../content/objects.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { ConditionFilter } from '../domain/sites/adaptive-content.ts'
import { operationsFor, type ShownOperations } from './api-blocks.ts'
import { customizationFor } from './customization.ts'
import { languageOf } from './language.ts'
import { type LinkResolvers, linkResolversFor } from './links.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

export type Article = {
  readonly root: Root
  readonly outline: readonly OutlineEntry[]
  /** As `writtenIn` tells it. */
  readonly language: string | null | undefined
  /** Whether it links to pages of other spaces or shows API operations, which may change without it. */
  readonly dependsOnOthers: boolean
}

/** What is known about a text before its links are resolved. */
type ParsedFacts = Pick<Article, 'outline' | 'language'> & { readonly urls: readonly string[] }

const parsedFacts = new LRUCache<string, ParsedFacts>({ max: 5_000 })

/** A rendered text takes about forty times the memory of its Markdown. */
const renderedArticles = new LRUCache<string, { readonly root: Root; readonly size: number }>({
  maxSize: 40_000_000,
  sizeCalculation: ({ size }) => size * 40 + 1_000,
})

/** The rendered content of a page on the site. */
export async function articleOf(at: Visit, view: SpaceView, entry: PageEntry): Promise<Article> {
  const { structure, shows, audience } = at.state.shape
  const own = await bodyOf(at.db, at.state.organizationId, entry)
  const body = await withReusables(at.db, view.content, own)
  const text = lazy(() => withoutTitle(parseMarkdown(body), entry.title))
  const bodyKey = `${body === own ? entry.body : hashOf('text', body)} ${entry.title}`
  const facts = parsedFacts.get(bodyKey) ?? parsedFactsOf(text(), entry.title)
  parsedFacts.set(bodyKey, facts)
  const { urls, outline, language } = facts
  const links = await linkResolversFor(at, view, urls)
  const isAdaptive = structure.site.adaptiveContent
  const customization = customizationFor(at.state.shape.customizations, view.siteSpace.id)
  const { locale: siteLocale } = customization.internationalization
  const locale = (language === undefined ? languageOf(view) : language) ?? siteLocale
  const opensOutside = customization.externalLinks.target === 'blank'
  const api = mayContainApiBlock(body)
    ? await operationsFor(at.db, at.state.organizationId, text())
    : undefined
  const key = `${bodyKey} ${locale} ${opensOutside} ${isAdaptive} ${audience} ${links.key} ${api?.key}`
  const root =
    renderedArticles.get(key)?.root ?? (await render(text(), { links, shows, locale, opensOutside, api }))
  renderedArticles.set(key, { root, size: body.length + (api?.size ?? 0) })
  const dependsOnOthers = links.dependsOnOthers || (api !== undefined && api.key !== '')
  return { root, outline: isAdaptive ? outlineIn(root, outline) : outline, language, dependsOnOthers }
}

type Parsed = ReturnType<typeof parseMarkdown>

function lazy<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}

/** Headings that a condition hides are not in the outline. */
function outlineIn(root: Root, outline: readonly OutlineEntry[]): OutlineEntry[] {
  const ids = new Set<unknown>()
  visit(root, 'element', ({ properties }) => void ids.add(properties.id))
  return outline.filter(({ anchor }) => ids.has(anchor))
}

const parsedFactsOf = (parsed: Parsed, title: string): ParsedFacts => ({
  urls: [...new Set(linksOf(parsed).map(({ url }) => url))],
  outline: outlineOf(parsed),
  language: rightToLeftLanguage([title, ...proseIn(parsed)].join('\n')),
})

/** Code is left out, because it is in Latin script in any language. */
function proseIn(parsed: Parsed): string[] {
  const texts: string[] = []
  visit(parsed, 'text', ({ value }) => void texts.push(value))
  return texts
}

type RenderInput = {
  readonly links: LinkResolvers
  readonly shows: ConditionFilter
  readonly locale: string
  readonly opensOutside: boolean
  readonly api: ShownOperations | undefined
}

async function render(
  parsed: Parsed,
  { links, shows, locale, opensOutside, api }: RenderInput,
): Promise<Root> {
  return toHast(parsed, {
    resolveLink: links.resolveLink,
    resolveImage: links.resolveImage,
    ...(await renderersFor(parsed)),
    ...(api ? { operation: api.operation } : {}),
    isShown: shows,
    openExternalInNewTab: opensOutside,
    labels: blockLabelsOf(locale),
  })
}

/** The renderers for code and formulas of a text. */
export async function renderersFor(parsed: Parsed): Promise<Pick<HastOptions, 'highlight' | 'formula'>> {
  const { prepare, highlight } = await sharedHighlighter()
  await prepare([...languagesOf(parsed), ...(apiBlocksIn(parsed).length > 0 ? sampleLanguages : [])])
  if (!hasFormulas(parsed)) return { highlight }
  const { renderFormula } = await import('#markup/formulas.ts')
  return { highlight, formula: renderFormula }
}

let highlighter: Promise<Highlighter> | undefined

/** Loaded with the first rendered page, because it is large. */
async function loadHighlighter(): Promise<Highlighter> {
  const { createHighlighter } = await import('#markup/highlight.ts')
  return createHighlighter()
}

function sharedHighlighter(): Promise<Highlighter> {
  highlighter ??= loadHighlighter()
  return highlighter
}
