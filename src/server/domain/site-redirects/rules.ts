import type { RedirectDestination } from '#contract/site-redirects.ts'

/** How the source of a redirect and the path that a visitor asks for are compared (decisions 21). */
export const keyOfPath = (decodedPath: string): string => decodedPath.replace(/^\/+|\/+$/g, '').toLowerCase()

/** The key of a source as it is written; null when it is no text, or only slashes. */
export function keyOfSource(source: string): string | null {
  try {
    const decoded = decodeURIComponent(source)
    return decoded.includes('\0') ? null : keyOfPath(decoded) || null
  } catch {
    return null
  }
}

/** The key of the path below a site that an external destination names; null when it leads off the site. */
export function keyOnSite(siteAddress: string, destination: RedirectDestination): string | null {
  if (destination.kind !== 'external') return null
  const site = new URL(siteAddress)
  const { origin, pathname } = new URL(destination.url)
  return origin === site.origin && pathname.startsWith(site.pathname)
    ? keyOfSource(pathname.slice(site.pathname.length))
    : null
}

/** A way through other redirects: the keys it comes by, the last one twice in a loop. */
export type RedirectChain = { readonly keys: readonly string[]; readonly isLoop: boolean }

/**
 * The redirects that one leads through before it comes to a page or off the site; null when it comes there at once.
 *
 * @param next where each redirect leads on the site, null for one that leads elsewhere
 */
export function chainFrom(start: string, next: ReadonlyMap<string, string | null>): RedirectChain | null {
  const keys: string[] = []
  for (let key = next.get(start) ?? null; key !== null && next.has(key); key = next.get(key) ?? null) {
    const isLoop = key === start || keys.includes(key)
    keys.push(key)
    if (isLoop) return { keys, isLoop }
  }
  return keys.length === 0 ? null : { keys, isLoop: false }
}
