import type { RedirectDestination } from '#contract/site-redirects.ts'

/** Sources of redirects and requested paths are compared by this key, which ignores case and outer slashes. */
export const keyOfPath = (decodedPath: string): string => decodedPath.replace(/^\/+|\/+$/g, '').toLowerCase()

/** The key of a source; null if its percent-encoding is malformed or it has only slashes. */
export function keyOfSource(source: string): string | null {
  try {
    const decoded = decodeURIComponent(source)
    return decoded.includes('\0') ? null : keyOfPath(decoded) || null
  } catch {
    // Malformed percent-encoding.
    return null
  }
}

/** The key of an external destination that is on the site itself; null for any other destination. */
export function keyOnSite(siteAddress: string, destination: RedirectDestination): string | null {
  if (destination.kind !== 'external') return null
  const site = new URL(siteAddress)
  const { origin, pathname } = new URL(destination.url)
  return origin === site.origin && pathname.startsWith(site.pathname)
    ? keyOfSource(pathname.slice(site.pathname.length))
    : null
}

/** The keys of the redirects that one leads through; in a loop, the last key is there twice. */
export type RedirectChain = { readonly keys: readonly string[]; readonly isLoop: boolean }

/**
 * The redirects that one leads through before a page or another site; null if it leads there directly.
 *
 * @param next the key that each redirect leads to, null for one that leads elsewhere
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
