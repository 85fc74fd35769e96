/** A page of a repository, with the paths at which hosts of documentation publish it. */
export type OldPage = { readonly file: string; readonly paths: readonly string[] }

type Level = { readonly indentation: number; readonly path: string }

/**
 * The paths of pages that a table of contents lists: by their files, and by their nesting with the groups around them.
 * Reads the text on its own, so that a mistake of the importer is not repeated here. Entries must be on lines of their
 * own; `exists` returns whether there is a file.
 */
export function oldPages(summary: string, exists: (file: string) => boolean): OldPage[] {
  const pages = new Map<string, Set<string>>()
  let group = ''
  let levels: Level[] = []
  for (const line of summary.split('\n')) {
    // A thematic break ends a group.
    if (/^(?:\*{3,}|-{3,}|_{3,})\s*$/.test(line)) group = ''
    const heading = /^##+ (.*)$/.exec(line)?.[1]
    if (heading !== undefined) {
      group = /\bid="([^"]+)"/.exec(heading)?.[1] ?? slug(heading.replace(/<[^>]*>/g, ''))
      levels = []
      continue
    }
    const [, space = '', title = '', target = ''] =
      /^(\s*)[*-] \[(.*)\]\(<?([^>"]*?)>?(?: "[^"]*")?\)/.exec(line) ?? []
    if (title === '' || /^[a-z]+:/i.test(target) || target.includes('#')) continue
    const file = decodeURI(target).replace(/^\.?\//, '')
    levels = levels.filter(({ indentation }) => indentation < space.length)
    const byFile = file.replace(/\.[a-z]+$/i, '').replace(/(^|\/)(readme|index)$/i, '')
    const own = byFile === '' ? '' : slug(byFile.split('/').at(-1) ?? '')
    const path = [levels.at(-1)?.path ?? group, own].filter((part) => part !== '').join('/')
    levels.push({ indentation: space.length, path })
    if (!exists(file)) continue
    const known = pages.get(file) ?? new Set()
    // The first page is at the root of the space, wherever its file is.
    if (pages.size === 0) known.add('')
    else if (!known.has('')) known.add(path).add(byFile)
    pages.set(file, known)
  }
  return Array.from(pages, ([file, paths]) => ({ file, paths: [...paths] }))
}

const slug = (name: string): string =>
  name
    .replace(/\\(.)/g, '$1')
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
    .replace(/^[-._]+|[-._]+$/g, '')

/** Redirects in a `.gitbook.yaml`, one per line. */
export function oldRedirects(settings: string): string[] {
  const [, redirects = ''] = /^redirects:\n([\s\S]*?)(?=^\S|$(?![\s\S]))/m.exec(settings) ?? []
  return [...redirects.matchAll(/^ +([^\s#:]+): \S/gm)].map(([, from = '']) => from.replace(/[?#].*$/, ''))
}
