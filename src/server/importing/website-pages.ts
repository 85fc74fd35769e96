import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type { ReadPage } from './crawl.ts'
import type { Fetched } from './fetch.ts'
import { fromHtml } from './html-to-markdown.ts'

/** A page of a website as Markdown; addresses in it are absolute. */
export type WebsitePage = {
  readonly title: string
  readonly text: string
  readonly description: string | null
}

const parser = unified().use(rehypeParse).freeze()

/** Reads a page that was fetched: its text, and where it leads. */
export function readWebsitePage(fetched: Fetched): ReadPage<WebsitePage> {
  const html = decoded(fetched)
  const head = headOf(parser.parse(html), fetched.url)
  const { title, markdown } = fromHtml(html, { url: head.base })
  return {
    page: { title: title || nameIn(fetched.url), text: markdown, description: head.description },
    links: head.links,
    canonical: head.canonical,
  }
}

/** The text of an HTML file that lies in a folder, with its title as first heading; addresses stay as they are. */
export function markdownOfHtml(html: string): string {
  const { title, markdown } = fromHtml(html)
  return title === '' ? markdown : `# ${title}\n\n${markdown}`
}

type Head = {
  readonly base: string
  readonly links: readonly string[]
  readonly canonical: string | null
  readonly description: string | null
}

function headOf(root: Root, url: string): Head {
  const found = {
    base: url,
    links: [] as string[],
    canonical: null as string | null,
    description: null as string | null,
  }
  const absolute = (address: unknown): string | null =>
    typeof address === 'string' && URL.canParse(address, found.base)
      ? new URL(address, found.base).href
      : null
  visit(root, 'element', ({ tagName, properties }: Element) => {
    if (tagName === 'base') found.base = absolute(properties.href) ?? found.base
    if (tagName === 'link' && isRel(properties, 'canonical')) found.canonical ??= absolute(properties.href)
    if (tagName === 'meta' && properties.name === 'description')
      found.description ??= textOf(properties.content)
    if (tagName === 'a') push(found.links, absolute(properties.href))
  })
  return found
}

const isRel = ({ rel }: Element['properties'], wanted: string): boolean =>
  Array.isArray(rel) && rel.includes(wanted)

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  const text = value.replace(/\s+/g, ' ').trim()
  return text.length <= 300 ? text : `${text.slice(0, 299).trimEnd()}…`
}

/** By the header, else by what the page says about itself, else UTF-8. */
function decoded({ bytes, charset }: Fetched): string {
  const said = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(
    bytes.subarray(0, 2048).toString('latin1'),
  )?.[1]
  for (const label of [charset, said]) {
    try {
      if (label) return new TextDecoder(label).decode(bytes)
    } catch {
      // An unknown label is as good as none.
    }
  }
  return new TextDecoder().decode(bytes)
}

const nameIn = (url: string): string =>
  new URL(url).pathname
    .split('/')
    .filter((part) => part !== '')
    .at(-1) ?? 'Home'

function push(list: string[], address: string | null): void {
  if (address !== null) list.push(address)
}
