/** What of a site an import takes: one origin, and there what lies at or below one path. */
export type CrawlScope = {
  readonly origin: string
  /** Ends with a slash. */
  readonly folder: string
  /** The one key of a page however its address is written; null when it is outside. */
  readonly keyOf: (url: URL) => string | null
}

/** `given` is the address the caller named, `final` where it led. */
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

/** `/docs/` and `/docs` are folders; `/docs/intro.html` stands for the folder it is in. */
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

/** Whether an address looks like a page and not like a file to download. */
export function mayBePage({ pathname }: URL): boolean {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(pathname)?.[1]?.toLowerCase()
  return ending === undefined || /^(?:html?|xhtml|php|aspx?|jsp|\d+|md)$/.test(ending) || ending.length > 5
}
