import type { Element, Root as HastRoot } from 'hast'
import type { Root } from 'mdast'
import { useEffect, useMemo, useState } from 'react'
import { apiBlockKey } from '#markup/api-blocks.ts'
import { sampleLanguages } from '#markup/api-samples.ts'
import { type Block, blocksOf } from '#markup/blocks.ts'
import type { Highlighter } from '#markup/highlight.ts'
import { type ShownText, withIncluded } from '#markup/includes.ts'
import { type OutlineEntry, outlineOf } from '#markup/outline.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { loadEmoji, mayContainShortcodes } from '#markup/shortcodes.ts'
import { wordCountOf } from '#markup/text.ts'
import { withoutTitle } from '#markup/title.ts'
import { type HastOptions, toHast } from '#markup/to-hast.ts'
import { toHtml } from '#markup/to-html.ts'
import { nothingIncluded, useIncluded } from '../../data/reusable-content.ts'
import { anchorPrefix } from '../../lib/paths.ts'
import { type Evaluate, loadEvaluator, scopeOf, useSharedVariables, type Values } from './page-expressions.ts'
import { type LinkContext, resolveImage, resolveLink } from './page-links.ts'
import { type IconsByName, noIcons, useIcons } from './use-icons.ts'
import { noOperations, type OperationsByKey, useOperations } from './use-operations.ts'

export type RenderedPage = {
  /** Clean markup: nothing in it runs or carries styles. */
  readonly html: string
  readonly outline: readonly OutlineEntry[]
  /** Its blocks in the Markdown, for comments; empty without `places`. */
  readonly blocks: readonly Block[]
  readonly words: number
  /** Languages of its code, for the highlighter. */
  readonly languages: readonly string[]
  /** Names of its icons. */
  readonly icons: readonly string[]
}

type Options = {
  readonly title: string
  readonly place: LinkContext
  readonly highlighter?: Highlighter | null
  readonly formula?: HastOptions['formula'] | null
  /** Evaluates expressions; without it, they are shown as they are written. */
  readonly evaluate?: Evaluate | null
  /** Finds emoji; without it, shortcodes are shown as they are written. */
  readonly emoji?: HastOptions['emoji'] | null
  /** Variables of the organization, as far as they are known. */
  readonly shared?: Values | undefined
  /** Operations of APIs that its blocks show, as far as they are known. */
  readonly operations?: OperationsByKey
  /** Icons by name, as far as they are known. */
  readonly icons?: IconsByName
  /** Each block says where it begins in the text, for a preview. */
  readonly places?: boolean
}

/** Draws the Markdown of a page as it is read, with links that lead through the dashboard. */
export function renderPage(markdown: string, options: Options): RenderedPage {
  const {
    title,
    place,
    highlighter,
    formula,
    evaluate,
    emoji,
    shared,
    operations,
    icons,
    places = false,
  } = options
  const iconNames = new Set<string>()
  const shown = withIncluded(markdown, (id) => place.included?.[id]?.markdown)
  const root = parseMarkdown(shown.markdown)
  const body = withoutTitle(root, title)
  const drawn = toHast(body, {
    idPrefix: anchorPrefix,
    sourceOffsets: places,
    resolveLink: (url) => resolveLink(url, place),
    resolveImage: (url) => resolveImage(url, place),
    ...(highlighter ? { highlight: highlighter.highlight } : {}),
    ...(formula ? { formula } : {}),
    ...(emoji ? { emoji } : {}),
    ...(evaluate ? { expression: (text) => evaluate(text, scopeOf(text, place, shared)) } : {}),
    ...(operations ? { operation: (block) => operations.get(apiBlockKey(block)) ?? null } : {}),
    fontIcon: (name) => {
      iconNames.add(name)
      return icons?.get(name) ?? null
    },
  })
  return {
    html: toHtml(renamed(drawn, shown.sourceOffset)),
    outline: outlineOf(body),
    // The text is read once, because reading it takes as long as rendering it.
    blocks: places ? blocksOf(shown.markdown === markdown ? root : parseMarkdown(markdown)) : [],
    words: wordCountOf(root),
    languages: [...languagesIn(body), ...(operations && operations.size > 0 ? sampleLanguages : [])],
    icons: [...iconNames],
  }
}

function languagesIn(root: Root): string[] {
  const languages = new Set<string>()
  const walk = (node: { type: string; children?: unknown }): void => {
    if (node.type === 'code' && 'lang' in node && typeof node.lang === 'string') languages.add(node.lang)
    if ('children' in node && Array.isArray(node.children)) for (const child of node.children) walk(child)
  }
  walk(root)
  return [...languages]
}

/** Class names of the reader that mean something else in the dashboard. */
const others: Readonly<Record<string, string>> = { table: 'wide-table', tabs: 'variants', tab: 'variant' }

/** With class names of the dashboard, and offsets in the text as it is written. */
function renamed<T extends HastRoot | Element>(node: T, sourceOffset: ShownText['sourceOffset']): T {
  for (const child of node.children) if (child.type === 'element') renamed(child, sourceOffset)
  if (node.type === 'element' && node.properties.dataAt !== undefined) {
    const at = sourceOffset(Number(node.properties.dataAt))
    if (at === null) delete node.properties.dataAt
    else node.properties.dataAt = String(at)
  }
  if (node.type === 'element' && Array.isArray(node.properties.className)) {
    node.properties.className = node.properties.className.map((name) => others[name] ?? name)
  }
  return node
}

let loading: Promise<Highlighter> | undefined

/** Loaded with the first page that has code in it. */
const loadHighlighter = (): Promise<Highlighter> => {
  loading ??= import('#markup/highlight.ts').then(({ createHighlighter }) => createHighlighter())
  return loading
}

/** A page as it is rendered before what its code, formulas and API operations need is there. */
export type PageRendering = {
  readonly markdown: string
  readonly title: string
  readonly place: LinkContext
  readonly places?: boolean
}

let ahead: { readonly rendering: PageRendering; readonly page: RenderedPage } | undefined

/** Renders the page that is likely to be opened next. */
export function renderAhead(rendering: PageRendering): void {
  if (ahead && isSameRendering(ahead.rendering, rendering)) return
  ahead = { rendering, page: renderPage(rendering.markdown, rendering) }
}

/**
 * The functions of a place follow from its index, which belongs to one space or change request. Variables are compared by
 * value, because missing ones are a new object each time.
 */
const isSameRendering = (a: PageRendering, b: PageRendering): boolean =>
  a.markdown === b.markdown &&
  a.title === b.title &&
  a.places === b.places &&
  a.place.index === b.place.index &&
  a.place.files === b.place.files &&
  a.place.included === b.place.included &&
  JSON.stringify(a.place.variables) === JSON.stringify(b.place.variables) &&
  a.place.path === b.place.path

/** Takes what was rendered ahead, if nothing changed since then. */
export function plainPage(rendering: PageRendering): RenderedPage {
  return ahead && isSameRendering(ahead.rendering, rendering)
    ? ahead.page
    : renderPage(rendering.markdown, rendering)
}

type Formula = NonNullable<HastOptions['formula']>

const loadFormulas = async (): Promise<Formula> => (await import('#markup/formulas.ts')).renderFormula

/** Code that is loaded with the first page that needs it; null until then. */
function useLoaded<T>(isNeeded: boolean, load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<{ value: T } | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    // Without it, what needs it stays source, which can be read.
    load().then(
      (value) => {
        if (!isGone) setLoaded((before) => before ?? { value })
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isNeeded, load])
  return loaded?.value ?? null
}

/** Finds the emoji of the shortcodes in a text; null until they are loaded, or if it has none. */
export const useEmoji = (text: string) => useLoaded(mayContainShortcodes(text), loadEmoji)

/** The reusable content that a text includes, as part of its place, and all texts together. */
function useIncludedText({ markdown, place }: PageRendering): { place: LinkContext; text: string } {
  const included = useIncluded(place.at, markdown)
  return useMemo(() => {
    if (included === nothingIncluded) return { place, text: markdown }
    const texts = Object.values(included).map((one) => one?.markdown ?? '')
    return { place: { ...place, included }, text: [markdown, ...texts].join('\n') }
  }, [markdown, place, included])
}

/** The rendered page. Code highlighting and formulas follow once their modules are loaded. */
export function useRenderedPage(rendering: PageRendering): RenderedPage {
  const { markdown, title, places = false } = rendering
  const { place, text } = useIncludedText(rendering)
  const [ready, setReady] = useState<{ highlighter: Highlighter; languages: string } | null>(null)
  const formula = useLoaded(text.includes('$$'), loadFormulas)
  const evaluate = useLoaded(text.includes('"expression"'), loadEvaluator)
  const emoji = useEmoji(text)
  const shared = useSharedVariables(place.organizationId, text)
  const operations = useOperations(place.organizationId, text)
  const [iconNames, setIconNames] = useState('')
  const icons = useIcons(iconNames)
  const highlighter = ready?.highlighter ?? null
  const drawn = useMemo(
    () =>
      highlighter || formula || evaluate || emoji || operations !== noOperations || icons !== noIcons
        ? renderPage(markdown, {
            title,
            place,
            places,
            highlighter,
            formula,
            evaluate,
            emoji,
            shared,
            operations,
            icons,
          })
        : plainPage({ markdown, title, place, places }),
    [markdown, title, place, places, highlighter, ready, formula, evaluate, emoji, shared, operations, icons],
  )
  const names = drawn.icons.join(' ')
  useEffect(() => setIconNames(names), [names])
  const languages = drawn.languages.join(' ')
  useEffect(() => {
    if (languages === '') return
    let isGone = false
    const prepare = async () => {
      const highlighter = await loadHighlighter()
      await highlighter.prepare(languages.split(' '))
      if (!isGone)
        setReady((before) => (before?.languages === languages ? before : { highlighter, languages }))
    }
    // Without its grammars code stays plain, which is no fault to speak of.
    prepare().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [languages])
  return drawn
}
