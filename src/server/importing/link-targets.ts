import { posix } from 'node:path'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { isPageFile } from './outline.ts'

/** The target of a relative URL within the source; `fragment` includes the query if there is one. */
export type LinkTarget = { readonly path: string; readonly fragment: string }

/** Whether a URL refers to a file of the source, and neither to another site nor to the page itself. */
export const isInternal = (url: string): boolean =>
  url !== '' && !url.startsWith('#') && !url.startsWith('//') && !/^[a-z][a-z\d+.-]*:/i.test(url)

/**
 * The file that a relative URL refers to: with or without extension, a folder for its README, `.html` for the Markdown
 * it was built from; percent-encoded or not; relative to the page's folder, else relative to the page as a folder, as
 * its URL on a site would be. Null if there is no such file.
 */
export function targetOf(url: string, from: string, paths: ReadonlySet<string>): LinkTarget | null {
  const [, written = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? []
  // A number sign can be part of a file name, but rarely is.
  const inName = () => (fragment === '' ? null : fileAt({ written: url, fragment: '' }, from, paths))
  return fileAt({ written, fragment }, from, paths) ?? inName()
}

function fileAt(
  { written, fragment }: { readonly written: string; readonly fragment: string },
  from: string,
  paths: ReadonlySet<string>,
): LinkTarget | null {
  const folders = [posix.dirname(from), from.replace(/\.[^./]+$/, '')]
  for (const { spelling, query, folder } of spellingsOf(written).flatMap((one) =>
    folders.map((at) => ({ ...one, folder: at })),
  )) {
    const joined = spelling.startsWith('/') ? spelling.slice(1) : posix.join(folder, spelling)
    const path = posix.normalize(joined === '' ? '.' : joined).replace(/\/$/, '')
    if (path.startsWith('..')) continue
    const match = candidatesOf(path).find((candidate) => paths.has(candidate))
    if (match !== undefined) return { path: match, fragment: query + fragment }
  }
  return null
}

/** A question mark can be part of a file name, but rarely is. */
function spellingsOf(written: string): { spelling: string; query: string }[] {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(written) ?? []
  const whole = [...new Set([percentDecoded(written), written])].map((spelling) => ({ spelling, query: '' }))
  return query === '' ? whole : [...whole, { spelling: percentDecoded(path), query }]
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
