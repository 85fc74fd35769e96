import type { LinkPlaces, PlacedLink } from '#contract/content-links.ts'
import { rewriteLinks } from '#markup/links.ts'
import { withoutLinks } from '#markup/unlink.ts'

/** A link in a page, as the report has it. */
export type Spot = { readonly pageId: string; readonly pageTitle: string; readonly link: PlacedLink }

/** What is done with a link: lead it elsewhere, or take it out and leave its words. */
export type Mending = { readonly href: string } | 'unlink'

/** Every link in what was read that stands for the same as this one. */
export const likeIt = (items: LinkPlaces['items'], { url }: PlacedLink, mending: Mending): Spot[] =>
  items.flatMap(({ page, links }) =>
    links
      .filter((one) => one.url === url && one.index !== undefined && (mending !== 'unlink' || one.removable))
      .map((link) => ({ pageId: page.id, pageTitle: page.title, link })),
  )

/**
 * A page's text with some of its links mended. A link that is not where it was, since the page was changed, is left.
 */
export function mended(markdown: string, links: readonly PlacedLink[], mending: Mending): string {
  const wanted = new Map(links.map(({ index, url }) => [index ?? -1, url]))
  const isMeant = (index: number, url: string) => wanted.get(index) === url
  if (mending === 'unlink') return withoutLinks(markdown, ({ url }, index) => isMeant(index, url))
  let index = -1
  return rewriteLinks(markdown, ({ url }) => (isMeant(++index, url) ? mending.href : null))
}
