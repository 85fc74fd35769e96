import type { Link, LinkKind } from './link.ts'
import type { Span } from './nodes.ts'

const tag = /<(a|img|source|video|audio)((?:\s[^<>]*)?)>/gi
const attribute = /\s(href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`]+))/dgi

/** Addresses of `href` and `src` in raw HTML, sought in the source itself so that quotation marks before
 * lines and indentation do not shift them. Comments hold none. */
export function linksOfHtml(source: string, { start, end }: Span): Link[] {
  const html = source.slice(start, end)
  if (html.startsWith('<!--')) return []
  return [...html.matchAll(tag)].flatMap((match) => {
    const name = match[1]?.toLowerCase() ?? ''
    const kind: LinkKind = name === 'a' ? 'link' : 'image'
    const wanted = name === 'a' ? 'href' : 'src'
    const tagStart = start + match.index
    const text = name === 'a' ? textAfter(source, tagStart + match[0].length) : altOf(match[2] ?? '')
    return addressesIn(match[2] ?? '', wanted).map(({ value, at, form }) => {
      const from = tagStart + 1 + name.length + at
      const span = { start: from, end: from + value.length }
      return { kind, url: decoded(value), text, ...span, form }
    })
  })
}

interface Address {
  value: string
  at: number
  form: 'html' | 'html-bare'
}

function addressesIn(attributes: string, wanted: string): Address[] {
  return [...attributes.matchAll(attribute)].flatMap((match) => {
    const group = [2, 3, 4].find((index) => match[index] !== undefined)
    if (match[1]?.toLowerCase() !== wanted || group === undefined) return []
    return [
      {
        value: match[group] ?? '',
        at: match.indices?.[group]?.[0] ?? 0,
        form: group === 4 ? 'html-bare' : 'html',
      },
    ]
  })
}

function textAfter(source: string, from: number): string {
  const rest = source.slice(from, from + 500)
  const end = rest.search(/<\/a\s*>/i)
  return end < 0 ? '' : decoded(rest.slice(0, end).replace(/<[^<>]*>/g, '')).trim()
}

const altOf = (attributes: string) =>
  decoded(/\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.[1] ?? '')

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
}

function decoded(text: string): string {
  return text.replace(/&(#?\w{2,5});/g, (whole, name: string) => entities[name] ?? whole)
}
