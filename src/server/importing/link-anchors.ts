import { type Link, rewriteAt } from '#markup/links.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { keepParts, parsedText } from '../content/parsed-texts.ts'
import { anchorsIn, partsWithUrls, type TextParts } from '../content/texts.ts'
import { TextTooComplex } from '../text-tasks/run.ts'

/** The anchors of a page, and its sections by their titles and anchors without punctuation. */
export type PageAnchors = {
  readonly all: ReadonlySet<string>
  /** Empty for the page itself, null if several sections have the key. */
  readonly byKey: ReadonlyMap<string, string | null>
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')

export function pageAnchors(title: string, text: string, parts: TextParts): PageAnchors {
  const byKey = new Map<string, string | null>()
  for (const section of parts.sections) {
    if (section.anchor === '') continue
    for (const key of new Set([section.anchor, section.title].map(keyOf)))
      byKey.set(key, byKey.has(key) ? null : section.anchor)
  }
  const own = keyOf(title)
  if (!byKey.has(own)) byKey.set(own, '')
  return { all: anchorsIn(text, parts), byKey }
}

type Page = { readonly id: string; readonly text: string }

/**
 * Pages whose links have the anchors that sections have here: other tools treat punctuation differently, and let links
 * to the title of a page lead to the page. Anchors that no section resembles stay.
 */
export async function withKnownAnchors<P extends Page>(
  page: P,
  anchors: ReadonlyMap<string, PageAnchors>,
): Promise<P> {
  const fixed = (url: string): string | null => {
    const [, path = '', id = page.id, fragment = ''] =
      /^((?:\/pages\/([\w-]+)(?:\?[^#]*)?)?)#(.+)$/.exec(url) ?? []
    const own = fragment === '' ? null : knownAnchor(percentDecoded(fragment), anchors.get(id))
    if (own === null) return null
    return own === '' ? path || `/pages/${page.id}` : `${path}#${own}`
  }
  if (![...page.text.matchAll(LINKS)].some(([, url = '']) => fixed(url) !== null)) return page
  const parts = await partsOf(page.text)
  if (parts === null) return page
  const urls = new Map<Link, string>()
  const text = rewriteAt(page.text, parts.links, (link) => {
    const url = fixed(link.url)
    if (url !== null) urls.set(link, url)
    return url
  })
  const kept = partsWithUrls(parts, urls)
  if (kept !== null) keepParts(text, kept)
  return { ...page, text }
}

/** What can be a link with an anchor. */
const LINKS = /[("<\s]((?:\/pages\/[\w-]+(?:\?[^\s#]*)?)?#[^\s"'<>)]+)/g

/** The anchor of the section that another spelling means; null if it is known already, or unknown. */
function knownAnchor(fragment: string, page: PageAnchors | undefined): string | null {
  if (page === undefined || page.all.has(fragment)) return null
  const key = keyOf(fragment)
  return key === '' ? null : (page.byKey.get(key) ?? null)
}

/** Null for a text that takes too long to parse, which keeps its links. */
async function partsOf(text: string): Promise<TextParts | null> {
  try {
    return await parsedText(text)
  } catch (error) {
    if (error instanceof TextTooComplex) return null
    throw error
  }
}
