import type { Site } from '#contract/sites.ts'

/** The path of an address below its site: what stands behind the site's own address, or behind that on the service. */
export function pathOf(url: string, { basename }: Pick<Site, 'basename'>): string {
  const path = URL.parse(url)?.pathname ?? url
  const below = `/sites/${basename}`
  const at = path.indexOf(`${below}/`)
  return at < 0 ? path : path.slice(at + below.length)
}
