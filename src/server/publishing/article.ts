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
import { writtenIn } from '#published/texts/written-in.ts'
import type { PageEntry } from '../content/entries.ts'
import { hashOf } from '../content/objects.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { ConditionFilter } from '../domain/sites/adaptive-content.ts'
import { operationsFor, type ShownOperations } from './api-blocks.ts'
import { languageOf } from './language.ts'
import { type Links, linksFor } from './links.ts'
import { looksFor } from './looks.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

export type Article = {
  readonly root: Root
  readonly outline: readonly OutlineEntry[]
  /** As `writtenIn` tells it. */
  readonly language: string | null | undefined
  /** Whether it names pages of other spaces or operations of an API, so that their changes change it. */
  readonly dependsOnOthers: boolean
}

/** What can be told of a text before its links are looked up. */
type Reading = Pick<Article, 'outline' | 'language'> & { readonly urls: readonly string[] }

const readings = new LRUCache<string, Reading>({ max: 5_000 })

/** A drawn text weighs some forty times as much as its Markdown. */
const drawn = new LRUCache<string, { readonly root: Root; readonly size: number }>({
  maxSize: 40_000_000,
  sizeCalculation: ({ size }) => size * 40 + 1_000,
})

/** The text of a page, drawn for its place on the site. */
export async function articleOf(at: Visit, view: SpaceView, entry: PageEntry): Promise<Article> {
  const { structure, shows, audience } = at.state.shape
  const own = await bodyOf(at.db, at.state.organizationId, entry)
  const body = await withReusables(at.db, view.content, own)
  const text = once(() => withoutTitle(parseMarkdown(body), entry.title))
  const bodyKey = `${body === own ? entry.body : hashOf('text', body)} ${entry.title}`
  const reading = readings.get(bodyKey) ?? readingOf(text(), entry.title)
  readings.set(bodyKey, reading)
  const { urls, outline, language } = reading
  const links = await linksFor(at, view, urls)
  const isAdaptive = structure.site.adaptiveContent
  const looks = looksFor(at.state.shape.looks, view.siteSpace.id)
  const { locale: chosen } = looks.internationalization
  const locale = (language === undefined ? languageOf(view) : language) ?? chosen
  const opensOutside = looks.externalLinks.target === 'blank'
  const api = mayContainApiBlock(body)
    ? await operationsFor(at.db, at.state.organizationId, text())
    : undefined
  const key = `${bodyKey} ${locale} ${opensOutside} ${isAdaptive} ${audience} ${links.key} ${api?.key}`
  const root = drawn.get(key)?.root ?? (await draw(text(), { links, shows, locale, opensOutside, api }))
  drawn.set(key, { root, size: body.length + (api?.size ?? 0) })
  const dependsOnOthers = links.dependsOnOthers || (api !== undefined && api.key !== '')
  return { root, outline: isAdaptive ? outlineIn(root, outline) : outline, language, dependsOnOthers }
}

type Parsed = ReturnType<typeof parseMarkdown>

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Headings of what a condition hides are not in the contents either. */
function outlineIn(root: Root, outline: readonly OutlineEntry[]): OutlineEntry[] {
  const ids = new Set<unknown>()
  visit(root, 'element', ({ properties }) => void ids.add(properties.id))
  return outline.filter(({ anchor }) => ids.has(anchor))
}

const readingOf = (parsed: Parsed, title: string): Reading => ({
  urls: [...new Set(linksOf(parsed).map(({ url }) => url))],
  outline: outlineOf(parsed),
  language: writtenIn([title, ...proseIn(parsed)].join('\n')),
})

/** Code is in Latin letters in all languages. */
function proseIn(parsed: Parsed): string[] {
  const words: string[] = []
  visit(parsed, 'text', ({ value }) => void words.push(value))
  return words
}

type Hand = {
  readonly links: Links
  readonly shows: ConditionFilter
  readonly locale: string
  readonly opensOutside: boolean
  readonly api: ShownOperations | undefined
}

async function draw(parsed: Parsed, { links, shows, locale, opensOutside, api }: Hand): Promise<Root> {
  return toHast(parsed, {
    resolveLink: links.resolveLink,
    resolveImage: links.resolveImage,
    ...(await drawersFor(parsed)),
    ...(api ? { operation: api.operation } : {}),
    isShown: shows,
    openExternalInNewTab: opensOutside,
    labels: blockLabelsOf(locale),
  })
}

/** What draws the code and the formulas of a text. */
export async function drawersFor(parsed: Parsed): Promise<Pick<HastOptions, 'highlight' | 'formula'>> {
  const { prepare, highlight } = await theHighlighter()
  await prepare([...languagesOf(parsed), ...(apiBlocksIn(parsed).length > 0 ? sampleLanguages : [])])
  if (!hasFormulas(parsed)) return { highlight }
  const { drawFormula: renderFormula } = await import('#markup/formulas.ts')
  return { highlight, formula: renderFormula }
}

let highlighter: Promise<Highlighter> | undefined

/** Loaded when the first page is drawn: a service without readers does without. */
async function loadHighlighter(): Promise<Highlighter> {
  const { createHighlighter } = await import('#markup/highlight.ts')
  return createHighlighter()
}

function theHighlighter(): Promise<Highlighter> {
  highlighter ??= loadHighlighter()
  return highlighter
}
