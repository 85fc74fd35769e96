import { slugOf } from '#markup/slug.ts'
import { isFolderPage, pagePattern } from './outline.ts'
import type { FormerPath, PlannedPage, PlannedRedirect } from './plan.ts'

/**
 * The paths that pages have by their files, where these differ from their paths in the tree. Hosts that publish a
 * repository use one or the other. `root` is the folder of the pages in the source.
 */
export function formerPathsOf(pages: readonly PlannedPage[], root: string): FormerPath[] {
  return [...everyPath(pages, '')].flatMap(({ page, path }) => {
    const file = page.source === null ? null : pathOfFile(page.source, root)
    if (file === null) return []
    return spellingsOf(file)
      .filter((former) => former !== path)
      .map((former) => ({ page: page.id, path: former }))
  })
}

function* everyPath(
  pages: readonly PlannedPage[],
  parent: string,
): Generator<{ readonly page: PlannedPage; readonly path: string }> {
  for (const page of pages) {
    if (page.type === 'link') continue
    const path = parent === '' ? page.slug : `${parent}/${page.slug}`
    yield { page, path }
    yield* everyPath(page.children, path)
  }
}

/** `guide/README.md` becomes `guide`; null for the page of the root folder. */
export function pathOfFile(source: string, root: string): string | null {
  const prefix = root === '' ? '' : `${root}/`
  const file = source.startsWith(prefix) ? source.slice(prefix.length) : source
  const path = isFolderPage(file) ? file.split('/').slice(0, -1).join('/') : file.replace(pagePattern, '')
  return path === '' ? null : path
}

/** As slugs, and as written where more than the case differs, which published sites ignore. */
export function spellingsOf(file: string): string[] {
  const slugs = file.split('/').map(slugOf).join('/')
  const written = file.normalize('NFC')
  return written.toLowerCase() === slugs ? [slugs] : [slugs, written]
}

/** The redirects to imported pages as former paths of these pages. */
export const redirectedPaths = (redirects: readonly PlannedRedirect[]): FormerPath[] =>
  redirects.flatMap(({ from, to }) =>
    to !== null && 'page' in to && from !== '' ? [{ page: to.page, path: from }] : [],
  )
