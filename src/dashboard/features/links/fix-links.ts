import type { LinksByPage, PageLink } from '#contract/content-links.ts'
import { rewriteLinks } from '#markup/links.ts'
import { removeLinks } from '#markup/remove-links.ts'

/** A link on a page, from the link report. */
export type LinkLocation = { readonly pageId: string; readonly pageTitle: string; readonly link: PageLink }

/** How to fix a link: change its target, or remove the link and keep its text. */
export type LinkFix = { readonly href: string } | 'unlink'

/** All reported links with the same URL to which the fix can be applied. */
export const matchingLinks = (items: LinksByPage['items'], { url }: PageLink, fix: LinkFix): LinkLocation[] =>
  items.flatMap(({ page, links }) =>
    links
      .filter((one) => one.url === url && one.index !== undefined && (fix !== 'unlink' || one.removable))
      .map((link) => ({ pageId: page.id, pageTitle: page.title, link })),
  )

/** Applies a fix to some links of a page. A link whose position has changed since the report is skipped. */
export function fixLinks(markdown: string, links: readonly PageLink[], fix: LinkFix): string {
  const targets = new Map(links.map(({ index, url }) => [index ?? -1, url]))
  const isTarget = (index: number, url: string) => targets.get(index) === url
  if (fix === 'unlink') return removeLinks(markdown, ({ url }, index) => isTarget(index, url))
  let index = -1
  return rewriteLinks(markdown, ({ url }) => (isTarget(++index, url) ? fix.href : null))
}
