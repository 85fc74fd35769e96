// Reads a published site page by page, as a crawler does.
import type { Nodes } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

export type Crawl = {
  readonly pages: number
  /** How many different addresses of the site its pages link to. */
  readonly links: number
  readonly brokenLinks: readonly string[]
  readonly anchors: number
  readonly brokenAnchors: readonly string[]
  readonly files: number
  readonly brokenFiles: readonly string[]
  /** Where markup is shown as text. */
  readonly rawTags: readonly string[]
}

type Page = {
  readonly url: string
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
  readonly images: readonly string[]
  readonly rawTags: readonly string[]
}

const parser = unified().use(rehypeParse)

/** A tag of a block, or an element that was not understood. */
const RAW = /\{% ?\/?[a-z]|<\/?(?:a|div|figure|i|img|mark|p|picture|span|table|td|th|tr|button|details)\b/

/** Code shows markup on purpose. */
const SHOWS_MARKUP = new Set(['code', 'pre', 'script', 'style', 'textarea', 'title', 'kbd'])

function read(url: string, html: string): Page {
  const ids = new Set<string>()
  const links: string[] = []
  const images: string[] = []
  const rawTags: string[] = []
  const visit = (node: Nodes, isCode: boolean): void => {
    if (node.type === 'text' && !isCode && RAW.test(node.value)) rawTags.push(node.value.trim().slice(0, 80))
    if (node.type !== 'element' && node.type !== 'root') return
    if (node.type === 'element') {
      const { id, href, src, rel } = node.properties
      const isFollowed = !(Array.isArray(rel) && rel.includes('nofollow'))
      if (id !== undefined) ids.add(String(id))
      if (node.tagName === 'a' && href !== undefined && isFollowed) links.push(String(href))
      if (node.tagName === 'img' && src !== undefined) images.push(String(src))
    }
    const showsMarkup = isCode || (node.type === 'element' && SHOWS_MARKUP.has(node.tagName))
    for (const child of node.children) visit(child, showsMarkup)
  }
  visit(parser.parse(html), false)
  return { url, ids, links, images, rawTags }
}

/**
 * Follows the links of a site from its first page, except `nofollow` links, such as those to PDFs, which are printed on
 * request. Addresses outside the site are not requested.
 */
export async function crawlSite(root: string): Promise<Crawl> {
  const base = root.endsWith('/') ? root : `${root}/`
  const pages = new Map<string, Page>()
  const brokenLinks = new Map<string, string>()
  const files = new Map<string, boolean>()
  const anchors: { readonly from: string; readonly to: string; readonly hash: string }[] = []
  const seen = new Set<string>()
  const waiting = [{ address: base, from: '' }]
  const within = (address: string, from: string) => {
    const url = URL.parse(address, from)
    return url !== null && (url.href.startsWith(base) || url.href === root) ? url : null
  }
  const follow = ({ url, links, images }: Page) => {
    for (const link of links) {
      const to = within(link, url)
      if (to === null) continue
      const { hash } = to
      to.hash = ''
      if (hash.length > 1) anchors.push({ from: url, to: to.href, hash: decodeURIComponent(hash.slice(1)) })
      waiting.push({ address: to.href, from: url })
    }
    for (const image of images) {
      const to = URL.parse(image, url)
      if (to?.origin === new URL(base).origin && !files.has(to.href)) files.set(to.href, false)
    }
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { address, from } = next
    if (seen.has(address)) continue
    seen.add(address)
    const response = await fetch(address)
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const body = await response.text()
    if (!response.ok) brokenLinks.set(`${response.status} ${address}`, from)
    else if (isPage) {
      const page = read(response.url, body)
      pages.set(address, page)
      follow(page)
    }
  }
  for (const file of files.keys()) files.set(file, (await fetch(file)).ok)
  const brokenAnchors = anchors.filter(({ to, hash }) => pages.has(to) && !pages.get(to)?.ids.has(hash))
  const rawTags = [...pages.values()].flatMap((page) => page.rawTags.map((tag) => `${page.url}: ${tag}`))
  return {
    pages: new Set([...pages.values()].map(({ url }) => url)).size,
    links: seen.size,
    brokenLinks: [...brokenLinks].map(([address, from]) => `${address} from ${from}`),
    anchors: anchors.length,
    brokenAnchors: [...new Set(brokenAnchors.map(({ from, to, hash }) => `${to}#${hash} from ${from}`))],
    files: files.size,
    brokenFiles: [...files].filter(([, isThere]) => !isThere).map(([file]) => file),
    rawTags,
  }
}
