import { posix } from 'node:path'
import { isPageFile } from './outline.ts'

/** Where a relative address of a page leads within the source; its query, where it has one, stands in `fragment`. */
export type LinkTarget = { readonly path: string; readonly fragment: string }

/** Addresses that lead elsewhere or stay on the page are no business of the import. */
export const isInternal = (url: string): boolean =>
  url !== '' && !url.startsWith('#') && !url.startsWith('//') && !/^[a-z][a-z\d+.-]*:/i.test(url)

/**
 * The file that a relative address means: with or without ending, a folder for its README, `.html` for the
 * Markdown it was made from; percent-encoded or not; seen from the page's folder, else from the page as if it
 * were a folder, which its address on a site looks like. Null when no such file is there.
 */
export function targetOf(url: string, from: string, paths: ReadonlySet<string>): LinkTarget | null {
  const [, written = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? []
  const places = [posix.dirname(from), from.replace(/\.[^./]+$/, '')]
  for (const { spelling, query, place } of spellingsOf(written).flatMap((one) =>
    places.map((at) => ({ ...one, place: at })),
  )) {
    const joined = spelling.startsWith('/') ? spelling.slice(1) : posix.join(place, spelling)
    const path = posix.normalize(joined === '' ? '.' : joined).replace(/\/$/, '')
    if (path.startsWith('..')) continue
    const found = candidatesOf(path).find((candidate) => paths.has(candidate))
    if (found !== undefined) return { path: found, fragment: query + fragment }
  }
  return null
}

/** A question mark may be part of a file's name, but seldom is. */
function spellingsOf(written: string): { spelling: string; query: string }[] {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(written) ?? []
  const whole = [...new Set([decodedOf(written), written])].map((spelling) => ({ spelling, query: '' }))
  return query === '' ? whole : [...whole, { spelling: decodedOf(path), query }]
}

function candidatesOf(path: string): string[] {
  const inside = path === '.' ? '' : `${path}/`
  const folderPages = [
    'README.md',
    'readme.md',
    'Readme.md',
    'index.md',
    'README.markdown',
    'index.mdx',
    'index.html',
  ]
  const inFolder = folderPages.map((name) => inside + name)
  if (path === '.') return inFolder
  const endings = ['', '.md', '.markdown', '.mdx', '.html'].map((ending) => path + ending)
  const madeFrom = isPageFile(path)
    ? [path.replace(/\.html?$/i, '.md'), path.replace(/\/index\.html?$/i, '/README.md')]
    : []
  return [...endings, ...inFolder, ...madeFrom]
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
