import type { RedirectDestination } from '#contract/site-redirects.ts'

/**
 * Sources of redirects and requested paths are compared by this key, which ignores case and outer slashes. Its only
 * possible `*` is the wildcard at its end.
 */
export const keyOfPath = (decodedPath: string): string =>
  decodedPath
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase()
    .replaceAll('*', '%2a')

/** The key of a source; null if its percent-encoding is malformed or it has only slashes. */
export function keyOfSource(source: string): string | null {
  const [, path = source, wildcard = ''] = /^(.*?)(\/?\*)$/.exec(source) ?? []
  try {
    const decoded = decodeURIComponent(path)
    const key = decoded.includes('\0') ? '' : keyOfPath(decoded)
    return key === '' ? null : key + wildcard
  } catch {
    // Malformed percent-encoding.
    return null
  }
}

/** Whether the key of a source is that of a wildcard. */
export const isWildcard = (sourceKey: string): boolean => sourceKey.endsWith('*')

/** Whether a redirect with this source applies to a path, given by their keys. */
export const appliesTo = (sourceKey: string, pathKey: string): boolean =>
  isWildcard(sourceKey) ? `${pathKey}/`.startsWith(sourceKey.slice(0, -1)) : sourceKey === pathKey

/** What a wildcard stands for in a path: its rest, percent-encoded, without slashes around it. */
export function wildcardRest(sourceKey: string, decodedPath: string): string {
  const path = decodedPath.replace(/^\/+|\/+$/g, '')
  const segments = path.slice(sourceKey.length - 1).split('/')
  // Dots would lead out of the destination.
  return segments
    .filter((segment) => !['', '.', '..'].includes(segment))
    .map(encodeURIComponent)
    .join('/')
}

/** A URL or path with more segments at the end of its path. */
export function withSegments(url: string, segments: string): string {
  if (segments === '') return url
  const [, address = url, tail = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  return `${address.replace(/\/$/, '')}/${segments}${tail}`
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
