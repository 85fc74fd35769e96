import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { cutText } from '#markup/cut-text.ts'
import { fromHtml } from '#markup/from-html.ts'
import { joinFrontMatter } from '#markup/front-matter.ts'
import { rewriteLinks } from '#markup/links.ts'
import { isParsableHtml } from '#markup/raw-html.ts'
import type { ReadPage } from './crawl.ts'

/** A page of a website as Markdown with absolute URLs. */
export type WebsitePage = {
  readonly title: string
  readonly text: string
  readonly description: string | null
  /** URLs of the images in the text. */
  readonly images: readonly string[]
}

const parser = unified().use(rehypeParse).freeze()

/** Parses the HTML of a page: its text, and all links including its navigation. */
export function websitePageOf(html: string, url: string): ReadPage<WebsitePage> {
  const { title, description, markdown, images } = fromHtml(html, { baseUrl: url })
  const { links, canonical } = isParsableHtml([html], HTML_LIMITS)
    ? headOf(parser.parse(html), url)
    : NO_LINKS
  return {
    page: {
      title: title || nameIn(url),
      text: markdown,
      description: description === undefined ? null : shortened(description),
      images: images.filter((url) => /^https?:/i.test(url)),
    },
    links,
    canonical,
  }
}

/** HTML beyond these limits takes too long to parse. */
const HTML_LIMITS = { depth: 400, formats: 200 }
const NO_LINKS: Head = { links: [], canonical: null }

/** The base URL for files, which is never requested. */
const FILE_BASE_URL = 'https://files.invalid/'

/**
 * An HTML file as Markdown, with title and description as front matter. Relative links become paths from the root of
 * the source.
 */
export function markdownOfHtml(html: string, path: string): string {
  const baseUrl = new URL(path.split('/').map(encodeURIComponent).join('/'), FILE_BASE_URL).href
  const { title, description, markdown } = fromHtml(html, { baseUrl })
  const text = rewriteLinks(markdown, ({ url }) =>
    url.startsWith(FILE_BASE_URL) ? url.slice(FILE_BASE_URL.length - 1) : null,
  )
  const head = { ...(title === '' ? {} : { title }), ...(description === undefined ? {} : { description }) }
  return joinFrontMatter(head, text)
}

type Head = { readonly links: readonly string[]; readonly canonical: string | null }

function headOf(root: Root, url: string): Head {
  const links: string[] = []
  let base = url
  let canonical: string | null = null
  const absolute = (address: unknown): string | null =>
    typeof address === 'string' && URL.canParse(address, base) ? new URL(address, base).href : null
  visit(root, 'element', ({ tagName, properties }: Element) => {
    const target = absolute(properties.href)
    if (target === null) return
    if (tagName === 'base') base = target
    if (tagName === 'link' && isRel(properties, 'canonical')) canonical ??= target
    if (tagName === 'a') links.push(target)
  })
  return { links, canonical }
}

const isRel = ({ rel }: Element['properties'], wanted: string): boolean =>
  Array.isArray(rel) && rel.includes(wanted)

const shortened = (text: string): string => (text.length <= 300 ? text : `${cutText(text, 299).trimEnd()}…`)

const nameIn = (url: string): string =>
  new URL(url).pathname
    .split('/')
    .filter((part) => part !== '')
    .at(-1) ?? 'Home'
