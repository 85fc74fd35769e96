import { posix } from 'node:path'
import type { Content } from '../content/read.ts'
import type { OriginalKind } from '../db/tables/imports.ts'
import type { originalPaths } from './original-file-queries.ts'

/** Whether a file is that of its folder. */
export const isReadme = (path: string): boolean => /(?:^|\/)(?:readme|index)\.[^/.]+$/i.test(path)

/** The folder of the pages below a page: that of a README, else one with the name of its file. */
export const folderBelow = (path: string): string =>
  isReadme(path) ? path.replace(/[^/]*$/, '') : `${path.replace(/\.[^/.]+$/, '')}/`

type Space = {
  readonly content: Content
  /** The files that are recorded already. */
  readonly recorded: Awaited<ReturnType<typeof originalPaths>>
  /** The page that the imported pages are below; absent for the root. */
  readonly parent?: string | undefined
}

/**
 * The files of an import into a space with pages, or below one of them, in a folder of their own where they would
 * collide with others. Settings and the table of contents are those of the first import.
 */
export function filesOfSecondImport<
  F extends { readonly kind: OriginalKind; readonly target: string; readonly path: string },
>(files: readonly F[], space: Space): F[] {
  const own = files.filter(({ kind }) => OWN_KINDS.has(kind))
  const taken = new Set(space.recorded.map(({ path }) => keyOf(path)))
  const base = folderIn(space)
  for (let count = 1; ; count++) {
    const folder = count === 1 ? base : `${base}import-${count}/`
    const isFree = own.every(({ path }) => !taken.has(keyOf(folder + path)))
    if (isFree) return own.map((file) => movedInto(folder, file))
  }
}

const OWN_KINDS: ReadonlySet<OriginalKind> = new Set(['page', 'file', 'reusable', 'unlisted'])

function movedInto<F extends { readonly kind: OriginalKind; readonly target: string; readonly path: string }>(
  folder: string,
  file: F,
): F {
  const path = folder + file.path
  return { ...file, path, target: file.kind === 'unlisted' ? path : file.target }
}

/** The folder of an export that the pages belong into. */
function folderIn({ content, recorded, parent }: Space): string {
  const summary = recorded.find(({ kind }) => kind === 'summary')?.path ?? ''
  const top = posix.dirname(summary) === '.' ? '' : `${posix.dirname(summary)}/`
  if (parent === undefined) return top
  const file = recorded.find(({ kind, target }) => kind === 'page' && target === parent)
  if (file !== undefined) return folderBelow(file.path)
  const path = content.tree.page(parent)?.path ?? ''
  return path === '' ? top : `${top}${path}/`
}

const keyOf = (path: string): string => path.normalize('NFC').toLowerCase()
