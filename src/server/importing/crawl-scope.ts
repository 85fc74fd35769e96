/** The part of a site that an import reads: one origin, at or below one path. */
export type CrawlScope = {
  readonly origin: string
  /** Ends with a slash. */
  readonly folder: string
  /** The key of a page, the same for all spellings of its URL; null outside of the scope. */
  readonly keyOf: (url: URL) => string | null
}

/** `requested` is the URL from the caller, `final` the one after redirects. */
export function scopeOf(requested: URL, final: URL): CrawlScope {
  const isStill = requested.origin === final.origin && final.pathname.startsWith(folderOf(requested.pathname))
  const folder = folderOf(isStill ? requested.pathname : final.pathname)
  const { origin } = final
  return {
    origin,
    folder,
    keyOf: (url) => (url.origin === origin && isBelow(url.pathname, folder) ? keyOf(url) : null),
  }
}

/** `/docs/` and `/docs` are folders; for `/docs/intro.html` the folder is `/docs/`. */
function folderOf(path: string): string {
  if (path.endsWith('/')) return path
  return /\.[a-z0-9]{1,8}$/i.test(path) ? path.slice(0, path.lastIndexOf('/') + 1) : `${path}/`
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(folder) || `${path}/` === folder

/** With and without a final slash, `index.html`, query or fragment is the same page. */
function keyOf({ origin, pathname }: URL): string {
  const plain = pathname.replace(/\/{2,}/g, '/').replace(/\/index\.(?:html?|php|aspx?)$/i, '/')
  return origin + (plain === '/' ? plain : plain.replace(/\/$/, ''))
}

/** Whether a URL can be a page rather than a download. */
export function mayBePage({ pathname }: URL): boolean {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(pathname)?.[1]?.toLowerCase()
  return ending === undefined || /^(?:html?|xhtml|php|aspx?|jsp|\d+|md)$/.test(ending) || ending.length > 5
}
