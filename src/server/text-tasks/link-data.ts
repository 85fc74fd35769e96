import { mentionedUser } from '#markup/mentions.ts'
import type { ResolvedImage, ResolvedLink } from '#markup/render/context.ts'
import type { HastOptions } from '#markup/to-hast.ts'
import { suffixOf, targetOf } from '../content/texts.ts'

/** What the links and images of one text resolve to, as plain data. */
export type LinkData = {
  /** By the whole URL; takes precedence. */
  readonly urls: ReadonlyMap<string, ResolvedLink>
  readonly pages: ReadonlyMap<string, ResolvedLink>
  readonly files: ReadonlyMap<string, { readonly link: ResolvedLink; readonly image: ResolvedImage | null }>
  /** URLs of images that start with `prefix`, and go on with one of `spaces`, start with `base` instead. */
  readonly rebase?: { readonly prefix: string; readonly base: string; readonly spaces: ReadonlySet<string> }
  /** Start of the URLs of the site itself. Absent: links to URLs are not marked as external. */
  readonly origin?: string
  /** Links to headings of a page that is in the same document are prefixed with this, by page. */
  readonly anchors?: ReadonlyMap<string, string>
  /** Whether images at other addresses are shown. */
  readonly showsOutsideImages: boolean
}

type Resolvers = Required<Pick<HastOptions, 'resolveLink' | 'resolveImage'>>

export function resolversOf(data: LinkData): Resolvers {
  const broken = (href: string): ResolvedLink => ({ href, broken: true })
  return {
    resolveLink(url) {
      const known = data.urls.get(url)
      if (known !== undefined) return known
      const target = targetOf(url)
      if (target.kind === 'page') return pageLink(data, target, url) ?? broken(url)
      if (target.kind === 'file') return data.files.get(target.id)?.link ?? broken(url)
      if (target.kind === 'anchor') return { href: url }
      // Readers of a site see the name of a person who is mentioned.
      if (target.kind === 'unresolved' && mentionedUser(url) !== undefined) return null
      if (target.kind !== 'url') return broken(url)
      return data.origin === undefined ? { href: url } : { href: url, external: isOutside(data.origin, url) }
    },
    resolveImage(url) {
      const target = targetOf(url)
      if (target.kind === 'file') return data.files.get(target.id)?.image ?? null
      return target.kind === 'url' && data.showsOutsideImages ? { src: rebased(url, data) } : null
    },
  }
}

function pageLink(
  { pages, anchors }: LinkData,
  { id, anchor }: { readonly id: string; readonly anchor?: string | undefined },
  url: string,
): ResolvedLink | undefined {
  const page = pages.get(id)
  if (page === undefined) return undefined
  const prefix = anchors?.get(id)
  if (prefix !== undefined) return anchor === undefined ? page : { ...page, href: `#${prefix}${anchor}` }
  return anchors === undefined ? { ...page, href: page.href + suffixOf(url) } : page
}

const isOutside = (origin: string, url: string): boolean =>
  /^(?:https?:)?\/\//i.test(url) && !url.startsWith(`${origin}/`)

/** The URL of an image as visitors reach it. */
export function rebased(url: string, { rebase }: Pick<LinkData, 'rebase'>): string {
  if (rebase === undefined || !url.startsWith(rebase.prefix)) return url
  const below = url.slice(rebase.prefix.length)
  return rebase.spaces.has(below.split('/', 1)[0] ?? '') ? rebase.base + below : url
}
