import type { PageAddress } from './relocations.ts'

/** What the dashboard URLs of spaces begin with, such as `https://docs.example.com/s/`; `base` is the URL of the service. */
export const spacePrefix = (base: string): string => `${base}/s/`

/** A space or a page that a link means, and `#anchor` or nothing. */
export type DashboardLink = {
  readonly spaceId: string
  readonly pageId: string | undefined
  readonly suffix: string
}

/** The space or page of a URL that was copied from the dashboard. The dashboard has a prefix before the anchors of headings. */
export function dashboardLinkOf(base: string, url: string): DashboardLink | undefined {
  const prefix = spacePrefix(base)
  if (!url.startsWith(prefix)) return undefined
  const match = /^([\w-]{1,64})(?:\/p\/([\w-]{1,64}))?(#.*)?$/s.exec(url.slice(prefix.length))
  if (!match) return undefined
  return { spaceId: match[1] ?? '', pageId: match[2], suffix: (match[3] ?? '').replace(/^#at-/, '#') }
}

/** The dashboard URL of a page; `suffix` is `#anchor` or empty. */
export const dashboardUrlOf = (base: string, { spaceId, pageId }: PageAddress, suffix: string): string =>
  `${spacePrefix(base)}${spaceId}/p/${pageId}${suffix.replace(/^#/, '#at-')}`
