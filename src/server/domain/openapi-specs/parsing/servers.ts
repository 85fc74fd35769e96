import { type Json, listIn, member, objectIn, textIn } from './json.ts'

const MAX_SERVERS = 10
const MAX_LENGTH = 500

/**
 * The URLs of the servers, from the nearest level that has usable ones. Variables get their defaults, and a relative URL
 * is resolved against the specification's.
 */
export function serversOf(base: string | null, holders: readonly Json[]): string[] {
  for (const holder of holders) {
    const urls = listIn(holder, 'servers')
      .slice(0, MAX_SERVERS)
      .flatMap((server) => urlOf(server, base) ?? [])
    if (urls.length > 0) return [...new Set(urls)]
  }
  return []
}

function urlOf(server: Json, base: string | null): string | undefined {
  const template = textIn(server, 'url')
  if (template === undefined || template.length > MAX_LENGTH) return undefined
  const url = template.replace(
    /\{([^{}]*)\}/g,
    (whole, name: string) => textIn(member(objectIn(server, 'variables'), name), 'default') ?? whole,
  )
  if (url.length > MAX_LENGTH) return undefined
  if (/^https?:\/\//i.test(url)) return url.replace(/\/+$/, '')
  const whole = base === null ? null : URL.parse(url, base)
  return whole?.href.replace(/\/+$/, '')
}
