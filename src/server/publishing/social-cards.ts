import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { socialCard } from '#published/social-card.ts'
import { newConcurrencyLimit } from '../concurrency-limit.ts'
import type { PageNode } from '../content/snapshot.ts'
import { characterOf } from './emoji.ts'
import { looksFor } from './looks.ts'
import type { ReaderFiles } from './reader-files.ts'
import { type SpaceView, viewOf } from './view.ts'
import { basePathOf, type Visit } from './visit.ts'

/** The picture of a page as a text to be drawn, and a hash of what it shows. */
export type Card = { readonly svg: string; readonly hash: string }

export function cardOf({ state }: Visit, view: SpaceView, { entry }: PageNode): Card {
  const looks = looksFor(state.shape.looks, view.siteSpace.id)
  const svg = socialCard({
    site: looks.title ?? state.shape.structure.site.title,
    title: entry.title,
    ...(entry.description ? { description: entry.description } : {}),
    ...(entry.emoji === undefined ? {} : { emoji: characterOf(entry.emoji) }),
    color: looks.styling.primaryColor.light,
  })
  return { svg, hash: createHash('sha256').update(svg).digest('base64url').slice(0, 12) }
}

/** Where the picture of a page is, by a name that changes with what it shows. */
export function cardPath(visit: Visit, view: SpaceView, node: PageNode): string {
  const { hash } = cardOf(visit, view, node)
  return `${basePathOf(visit)}/~social/${view.siteSpace.id}/${node.entry.id}/${hash}.png`
}

/** The picture that a path names; undefined where the visitor sees no such page. `isNow` says whether it shows what it should. */
export async function cardAt(visit: Visit, path: string): Promise<(Card & { isNow: boolean }) | undefined> {
  const [, siteSpaceId, pageId = '', name = ''] = path.split('/')
  const siteSpace = visit.state.shape.structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (siteSpace === undefined || !/^[\w-]{12}\.png$/.test(name)) return undefined
  const view = await viewOf(visit, siteSpace)
  const node = view.page(pageId)
  if (node?.entry.type !== 'document') return undefined
  const card = cardOf(visit, view, node)
  return { ...card, isNow: `${card.hash}.png` === name }
}

/** Finished pictures by the hash of what they show. */
const drawn = new LRUCache<string, Buffer>({ maxSize: 24_000_000, sizeCalculation: ({ length }) => length })
const inDrawing = new Map<string, Promise<Buffer>>()

/** One at a time, beside the main thread: readers of pages come first. */
const inTurn = newConcurrencyLimit(1, 24)

/** The picture as PNG. The same asked for by many at once is drawn once; too many others are refused. */
export async function drawCard(files: ReaderFiles, { svg, hash }: Card): Promise<Buffer> {
  const known = drawn.get(hash)
  if (known) return known
  const begun = inDrawing.get(hash) ?? inTurn(() => draw(files, svg)).finally(() => inDrawing.delete(hash))
  inDrawing.set(hash, begun)
  const png = await begun
  drawn.set(hash, png)
  return png
}

/**
 * With the fonts that hold its letters, and those of the machine for letters that none of ours holds. What no font
 * can draw is left out: it would be a box, and take the words beside it along.
 */
async function draw({ folder, drawing }: ReaderFiles, svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const signs = [...new Set(svg)]
  const needed = drawing.filter(({ range }) => signs.some((sign) => isIn(range, sign)))
  const fontFiles = needed.map(({ file }) => join(folder, file))
  const foreign = signs.filter((sign) => !isOurs(sign, needed))
  const ofMachine = new Set<string>()
  for (const sign of foreign)
    if (/\p{L}/u.test(sign) && (await canMachineDraw(sign, fontFiles))) ofMachine.add(sign)
  const lost = new Set(foreign.filter((sign) => !ofMachine.has(sign)))
  const drawable = lost.size === 0 ? svg : [...svg].filter((sign) => !lost.has(sign)).join('')
  const loadSystemFonts = ofMachine.size > 0
  const font = { loadSystemFonts, fontFiles, defaultFontFamily: 'Inter' }
  return (await renderAsync(drawable, { font })).asPng()
}

/** Marks of direction and of joining are drawn by nobody and needed all the same. */
const isOurs = (sign: string, fonts: ReaderFiles['drawing']): boolean =>
  /[\p{Cf}\p{M}]/u.test(sign) || fonts.some(({ range }) => isIn(range, sign))

/** Scripts that none of our fonts holds; what is of no script here is drawn by nobody. */
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
const known = new Map<string, boolean>()

/** Whether the machine has a font for the script of a letter: one that looks unlike a letter that no font can have. */
async function canMachineDraw(sign: string, fontFiles: readonly string[]): Promise<boolean> {
  const script = tests.find(([, test]) => test.test(sign))?.[0]
  if (script === undefined) return false
  const before = known.get(script)
  if (before !== undefined) return before
  const { Resvg } = await import('@resvg/resvg-js')
  const font = { loadSystemFonts: true, fontFiles: [...fontFiles], defaultFontFamily: 'Inter' }
  const shapeOf = (text: string) => {
    const box = new Resvg(letterOf(text), { font }).getBBox()
    return box === undefined ? '' : `${box.width} ${box.height}`
  }
  const shape = shapeOf(sign)
  const can = shape !== '' && shape !== shapeOf('\u{10fffd}')
  known.set(script, can)
  return can
}

const letterOf = (sign: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><text x="50" y="150" font-family="Inter" font-size="100">${sign}</text></svg>`

const spans = new Map<string, readonly (readonly [from: number, to: number])[]>()

/** Whether a `unicode-range` holds a sign. */
function isIn(range: string, sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0
  return spansOf(range).some(([from, to]) => code >= from && code <= to)
}

function spansOf(range: string): readonly (readonly [number, number])[] {
  const known = spans.get(range)
  if (known) return known
  const read = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-')
    return [
      Number.parseInt(from.replaceAll('?', '0'), 16),
      Number.parseInt(to.replaceAll('?', 'F'), 16),
    ] as const
  })
  spans.set(range, read)
  return read
}
