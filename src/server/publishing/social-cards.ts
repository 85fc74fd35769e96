import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { socialCard } from '#published/social-card.ts'
import { newConcurrencyLimit } from '../concurrency-limit.ts'
import type { PageNode } from '../content/snapshot.ts'
import { customizationFor } from './customization.ts'
import { emojiCharacter } from './emoji.ts'
import type { ReaderFiles } from './reader-files.ts'
import { type SpaceView, viewOf } from './view.ts'
import { basePathOf, type Visit } from './visit.ts'

/** The social card of a page as SVG, and a hash of it. */
export type Card = { readonly svg: string; readonly hash: string }

export function cardOf({ state }: Visit, view: SpaceView, { entry }: PageNode): Card {
  const customization = customizationFor(state.shape.customizations, view.siteSpace.id)
  const svg = socialCard({
    site: customization.title ?? state.shape.structure.site.title,
    title: entry.title,
    ...(entry.description ? { description: entry.description } : {}),
    ...(entry.emoji === undefined ? {} : { emoji: emojiCharacter(entry.emoji) }),
    color: customization.styling.primaryColor.light,
  })
  return { svg, hash: createHash('sha256').update(svg).digest('base64url').slice(0, 12) }
}

/** Path of a page's social card, which changes with its content. */
export function cardPath(visit: Visit, view: SpaceView, node: PageNode): string {
  const { hash } = cardOf(visit, view, node)
  return `${basePathOf(visit)}/~social/${view.siteSpace.id}/${node.entry.id}/${hash}.png`
}

/** The current card for the path of a card; undefined if the page is not visible. `isCurrent`: the path is not outdated. */
export async function cardAt(
  visit: Visit,
  path: string,
): Promise<(Card & { isCurrent: boolean }) | undefined> {
  const [, siteSpaceId, pageId = '', name = ''] = path.split('/')
  const siteSpace = visit.state.shape.structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (siteSpace === undefined || !/^[\w-]{12}\.png$/.test(name)) return undefined
  const view = await viewOf(visit, siteSpace)
  const node = view.page(pageId)
  if (node?.entry.type !== 'document') return undefined
  const card = cardOf(visit, view, node)
  return { ...card, isCurrent: `${card.hash}.png` === name }
}

/** Rendered cards by their hash. */
const rendered = new LRUCache<string, Buffer>({
  maxSize: 12_000_000,
  sizeCalculation: ({ length }) => length,
})
const pending = new Map<string, Promise<Buffer>>()

/** Cards are rendered one at a time, off the main thread, so that they don't delay pages. */
const oneAtATime = newConcurrencyLimit(1, 24)

/** The card as PNG. Concurrent requests render it once; requests beyond the queue's limit fail. */
export async function drawCard(files: ReaderFiles, { svg, hash }: Card): Promise<Buffer> {
  const cached = rendered.get(hash)
  if (cached) return cached
  const render = pending.get(hash) ?? oneAtATime(() => draw(files, svg)).finally(() => pending.delete(hash))
  pending.set(hash, render)
  const png = await render
  rendered.set(hash, png)
  return png
}

/**
 * Renders with our fonts, and with system fonts for characters that ours lack. Characters without any font are removed:
 * each would render as a box and break the layout of its line.
 */
async function draw({ folder, cardFonts }: ReaderFiles, svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const characters = [...new Set(svg)]
  const needed = cardFonts.filter(({ range }) => characters.some((character) => isIn(range, character)))
  const fontFiles = needed.map(({ file }) => join(folder, file))
  const missing = characters.filter((character) => !isCovered(character, needed))
  const inSystemFonts = new Set<string>()
  for (const character of missing)
    if (/\p{L}/u.test(character) && (await hasSystemFont(character, fontFiles))) inSystemFonts.add(character)
  const unsupported = new Set(missing.filter((character) => !inSystemFonts.has(character)))
  const supported =
    unsupported.size === 0 ? svg : [...svg].filter((character) => !unsupported.has(character)).join('')
  const loadSystemFonts = inSystemFonts.size > 0
  const font = { loadSystemFonts, fontFiles, defaultFontFamily: 'Inter' }
  return (await renderAsync(supported, { font })).asPng()
}

/** Format characters and combining marks need no glyph of their own. */
const isCovered = (character: string, fonts: ReaderFiles['cardFonts']): boolean =>
  /[\p{Cf}\p{M}]/u.test(character) || fonts.some(({ range }) => isIn(range, character))

/** Scripts outside our fonts that system fonts may cover. */
const scripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Hebrew',
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
] as const
const tests = scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)
const supportedScripts = new Map<string, boolean>()

/** Whether a system font covers the script of a letter: its shape differs from that of an unassigned character. */
async function hasSystemFont(character: string, fontFiles: readonly string[]): Promise<boolean> {
  const script = tests.find(([, test]) => test.test(character))?.[0]
  if (script === undefined) return false
  const cached = supportedScripts.get(script)
  if (cached !== undefined) return cached
  const { Resvg } = await import('@resvg/resvg-js')
  const font = { loadSystemFonts: true, fontFiles: [...fontFiles], defaultFontFamily: 'Inter' }
  const shapeOf = (text: string) => {
    const box = new Resvg(letterOf(text), { font }).getBBox()
    return box === undefined ? '' : `${box.width} ${box.height}`
  }
  const shape = shapeOf(character)
  const isSupported = shape !== '' && shape !== shapeOf('\u{10fffd}')
  supportedScripts.set(script, isSupported)
  return isSupported
}

const letterOf = (character: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><text x="50" y="150" font-family="Inter" font-size="100">${character}</text></svg>`

const spans = new Map<string, readonly (readonly [from: number, to: number])[]>()

/** Whether a `unicode-range` contains a character. */
function isIn(range: string, character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return spansOf(range).some(([from, to]) => code >= from && code <= to)
}

function spansOf(range: string): readonly (readonly [number, number])[] {
  const cached = spans.get(range)
  if (cached) return cached
  const parsed = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-')
    return [
      Number.parseInt(from.replaceAll('?', '0'), 16),
      Number.parseInt(to.replaceAll('?', 'F'), 16),
    ] as const
  })
  spans.set(range, parsed)
  return parsed
}
