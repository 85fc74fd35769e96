import type { Root } from 'hast'
import { LRUCache } from 'lru-cache'
import { visit } from 'unist-util-visit'
import type { Highlighter } from '#markup/highlight.ts'
import { languagesOf } from '#markup/languages.ts'
import { linksOf } from '#markup/links.ts'
import { outlineOf } from '#markup/outline.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { withoutTitle } from '#markup/title.ts'
import { toHast } from '#markup/to-hast.ts'
import type { OutlineEntry } from '#published/model.ts'
import { blockLabelsOf } from '#published/texts/block-labels.ts'
import type { PageEntry } from '../content/entries.ts'
import { bodyOf } from '../content/read.ts'
import type { Shows } from './audience.ts'
import { type Links, linksFor } from './links.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

export type Article = {
  readonly root: Root
  readonly outline: readonly OutlineEntry[]
  /** Whether it names pages of other spaces, so that their changes change it. */
  readonly dependsOnOthers: boolean
}

/** What can be told of a text before its links are looked up. */
type Reading = { readonly urls: readonly string[]; readonly outline: readonly OutlineEntry[] }

const readings = new LRUCache<string, Reading>({ max: 5_000 })

/** A drawn text weighs some forty times as much as its Markdown. */
const drawn = new LRUCache<string, { readonly root: Root; readonly size: number }>({
  maxSize: 40_000_000,
  sizeCalculation: ({ size }) => size * 40 + 1_000,
})

/** The text of a page, drawn for its place on the site. */
export async function articleOf(at: Visit, view: SpaceView, entry: PageEntry): Promise<Article> {
  const { structure, shows } = at.state.shape
  const body = await bodyOf(at.db, at.state.organizationId, entry)
  const text = once(() => withoutTitle(parseMarkdown(body), entry.title))
  const bodyKey = `${entry.body} ${entry.title}`
  const { urls, outline } = readings.get(bodyKey) ?? readingOf(text())
  readings.set(bodyKey, { urls, outline })
  const links = await linksFor(at, view, urls)
  const isAdaptive = structure.site.adaptiveContent
  const key = `${bodyKey} ${isAdaptive} ${links.key}`
  const root = drawn.get(key)?.root ?? (await draw(text(), links, shows))
  drawn.set(key, { root, size: body.length })
  const { dependsOnOthers } = links
  return { root, outline: isAdaptive ? outlineIn(root, outline) : outline, dependsOnOthers }
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

const readingOf = (parsed: Parsed): Reading => ({
  urls: [...new Set(linksOf(parsed).map(({ url }) => url))],
  outline: outlineOf(parsed),
})

async function draw(parsed: Parsed, links: Links, shows: Shows): Promise<Root> {
  const { prepare, highlight } = await theHighlighter()
  await prepare(languagesOf(parsed))
  return toHast(parsed, {
    resolveLink: links.resolveLink,
    resolveImage: links.resolveImage,
    highlight,
    isShown: shows,
    labels: blockLabelsOf('en'),
  })
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
