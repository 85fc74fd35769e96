import MarkdownIt, { type Token } from 'markdown-it'
import { allPages, type ModelPage } from './model.ts'

// Counts links with markdown-it, which is independent of the parser of the product: tokens of links and images, and a
// search for `href` and `src` in HTML. Duplicates are counted as in the link report: once per target with its anchor, or
// per URL as written; anchors of the same page once per page.

const reader = new MarkdownIt({ html: true, linkify: true })
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
reader.normalizeLink = (url) => url
reader.validateLink = () => true

export type Counted = { readonly ok: number; readonly broken: number; readonly inApp: number }

/** Counts the links of a space. `files` are the names of its files, `app` is the URL of the service. */
export function countLinks(pages: readonly ModelPage[], files: ReadonlySet<string>, app: string): Counted {
  const all = [...allPages(pages)]
  const anchors = new Map(all.map(({ key, text }) => [key, anchorsOf(text)]))
  const states = new Map<string, 'ok' | 'broken' | 'inApp'>()
  for (const { key, text } of all)
    for (const url of urlsIn(text)) {
      const name = url.startsWith('#') ? `${key} ${url}` : url
      states.set(name, stateOf(url, key))
    }
  function stateOf(url: string, from: string): 'ok' | 'broken' | 'inApp' {
    const [, kind, target = '', anchor = ''] = /^(page|file):([^#]*)#?(.*)$/.exec(url) ?? []
    if (kind === 'file') return okIf(files.has(target))
    if (kind === 'page') return okIf(hasAnchor(target, anchor))
    if (url.startsWith('#')) return okIf(hasAnchor(from, url.slice(1)))
    if (url === app || url.startsWith(`${app}/`)) return 'inApp'
    return okIf(/^([a-z][a-z\d+.-]*:|\/\/)/i.test(url))
  }
  function hasAnchor(page: string, anchor: string): boolean {
    const known = anchors.get(page)
    if (known === undefined) return false
    const fragment = decodeURIComponent(anchor)
    // The import lets another spelling of an anchor reach its section.
    const alike = [...known].filter((one) => withoutPunctuation(one) === withoutPunctuation(fragment))
    return anchor === '' || known.has(fragment) || alike.length === 1
  }
  const count = (state: string) => [...states.values()].filter((one) => one === state).length
  return { ok: count('ok'), broken: count('broken'), inApp: count('inApp') }
}

const withoutPunctuation = (anchor: string): string => anchor.toLowerCase().replace(/[^a-z0-9]+/g, '')

const okIf = (isOk: boolean): 'ok' | 'broken' => (isOk ? 'ok' : 'broken')

function urlsIn(text: string): string[] {
  const found: string[] = []
  const read = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      const url = token.attrGet('href') ?? token.attrGet('src')
      if (url !== null) found.push(String(url))
      if (token.type.startsWith('html'))
        for (const match of token.content.matchAll(/\s(?:href|src)="([^"]*)"/g)) found.push(match[1] ?? '')
      read(token.children ?? [])
    }
  }
  read(reader.parse(text, {}))
  return found
}

/** The anchors of headings in order: lowercase letters, digits, `.`, `+` and `_`, with dashes for the rest. */
function anchorsOf(text: string): ReadonlySet<string> {
  const taken = new Set<string>()
  const tokens = reader.parse(text, {})
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const words = (tokens[index + 1]?.children ?? []).map(({ content, type }) =>
      type === 'html_inline' ? '' : content,
    )
    const plain = words
      .join('')
      .toLowerCase()
      .replace(/['’`]/g, '')
      .replace(/&/g, ' and ')
      .replace(/</g, ' less than ')
    const name =
      plain
        .replace(/>/g, ' greater than ')
        .replace(/[^a-z0-9.+_]+/g, '-')
        .replace(/^[-_.+]+|[-_.+]+$/g, '') || 'section'
    let anchor = name
    for (let count = 1; taken.has(anchor); count++) anchor = `${name}-${count}`
    taken.add(anchor)
  })
  return taken
}
