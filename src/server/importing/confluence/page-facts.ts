import { anchorOf } from '#markup/slug.ts'
import { pageTitle } from './page-html.ts'

/** What other pages need to know about an exported page. */
export type PageFacts = {
  readonly title: string
  /** Anchors of headings by those in the export. */
  readonly anchors: ReadonlyMap<string, string>
  /** The names of attachments by their path. */
  readonly attachments: ReadonlyMap<string, string>
}

/** In characters; what is longer is not a heading or the name of a file. */
const MAX_PIECE = 2000

/** Reads a page without parsing it: this happens for each page before the first is imported. */
export function factsOf(html: string): PageFacts {
  const title = /<title[^>]*>([^<]{0,600})<\/title>/i.exec(html.slice(0, 20_000))?.[1] ?? ''
  return { title: pageTitle(plain(title)), anchors: anchorsIn(html), attachments: attachmentsIn(html) }
}

function anchorsIn(html: string): Map<string, string> {
  const anchors = new Map<string, string>()
  for (const piece of html.split(/<(?=h[1-6]\b)/i).slice(1)) {
    const heading = piece.slice(0, MAX_PIECE)
    const [start = ''] = /^[^>]*>/.exec(heading) ?? []
    const id = /\bid="([^"]{1,400})"/.exec(start)?.[1]
    const end = heading.search(/<\/h[1-6]/i)
    if (id === undefined || id === 'title-heading' || end < 0) continue
    anchors.set(plain(id), anchorOf(plain(heading.slice(start.length, end).replace(/<[^>]{0,1000}>/g, ''))))
  }
  return anchors
}

function attachmentsIn(html: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const piece of html.split(/<(?=a\s)/i).slice(1)) {
    const [, path = '', name = ''] =
      /^a\s[^>]*\bhref="(attachments\/[^"?#]{1,400})[^"]*"[^>]*>([^<]{1,400})<\/a>/i.exec(
        piece.slice(0, MAX_PIECE),
      ) ?? []
    if (name.trim() !== '' && !names.has(path)) names.set(path, plain(name))
  }
  return names
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
}

const plain = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|nbsp|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/&#(\d{1,6});/g, (whole, code: string) => character(Number(code)) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

const character = (code: number): string | null =>
  code > 31 && code < 0x110000 ? String.fromCodePoint(code) : null
