import { posix } from 'node:path'
import { slugOf } from '#markup/slug.ts'
import { type FileEntry, type ReusableEntry, settable } from '../content/entries.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { OriginalKind } from '../db/tables/imports.ts'
import { folderBelow, isReadme } from '../importing/second-import-paths.ts'
import { freeName, keyOf, safeName } from './file-names.ts'

/** The paths of everything in an exported space, relative and with `/`. */
export type Layout = {
  /** The file of each page by its id; pages without text and incoming links have none. */
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  readonly reusables: ReadonlyMap<string, string>
  /** The file of the table of contents. */
  readonly summary: string
}

/** The paths of the files that something was imported from. */
export type OriginalPaths = readonly {
  readonly kind: OriginalKind
  readonly target: string
  readonly path: string
}[]

const ASSETS_FOLDER = '.gitbook/assets'
const INCLUDES_FOLDER = '.gitbook/includes'

/** Names with a special meaning, which pages cannot have. */
const RESERVED_PAGE_NAMES = ['summary', 'readme', 'index', '.gitbook']

type Entries = {
  readonly files: readonly FileEntry[]
  readonly reusables: readonly ReusableEntry[]
  readonly originals: OriginalPaths
}

/**
 * Assigns file names: those that something was imported from, else a page with children is the README of a folder, and
 * other pages are files; the first page is the README of the whole space. `isNeeded` returns which pages must have a
 * file.
 */
export function layoutOf(
  roots: readonly PageNode[],
  { files, reusables, originals }: Entries,
  isNeeded: (node: PageNode) => boolean,
): Layout {
  const { known, summary, taken } = originalLayout(originals)
  const top = topFolder(summary)
  const pages = new Map<string, string>()
  const first = roots.find(({ entry }) => entry.type === 'document')
  const readme = `${top}README.md`
  const names = new Map<string, Set<string>>()

  function assignPaths(nodes: readonly PageNode[], folder: string): void {
    const used = names.get(folder) ?? new Set(RESERVED_PAGE_NAMES)
    names.set(folder, used)
    for (const node of nodes) {
      const { entry } = node
      if (entry.type === 'link') continue
      const original = known.page.get(entry.id)
      if (original !== undefined) pages.set(entry.id, original)
      const path = folder + (original === undefined ? nameFor(entry.slug, { folder, used, taken }) : '')
      if (original === undefined && entry.type === 'document' && isNeeded(node))
        pages.set(
          entry.id,
          node === first && !taken.has(keyOf(readme))
            ? readme
            : `${path}${node.pages.length > 0 ? '/README' : ''}.md`,
        )
      assignPaths(
        node.pages,
        original === undefined ? (folderIn(node.pages) ?? `${path}/`) : folderBelow(original),
      )
    }
  }

  /** The folder of pages below something that has no file itself, such as a group. */
  function folderIn(nodes: readonly PageNode[]): string | undefined {
    const path = nodes.map(({ entry }) => known.page.get(entry.id)).find((one) => one !== undefined)
    if (path === undefined) return undefined
    const folder = posix.dirname(isReadme(path) ? posix.dirname(path) : path)
    return folder === '.' ? '' : `${folder}/`
  }

  assignPaths(roots, top)
  const named = (ids: readonly (readonly [string, string])[], kind: 'file' | 'reusable', folder: string) =>
    new Map(ids.map(([id, name]) => [id, known[kind].get(id) ?? freePath(folder, name, taken)]))
  return {
    pages,
    files: named(
      files.map(({ id, name }) => [id, name]),
      'file',
      top + ASSETS_FOLDER,
    ),
    reusables: named(
      reusables.map(({ id, title }) => [id, `${slugOf(title)}.md`]),
      'reusable',
      top + INCLUDES_FOLDER,
    ),
    summary,
  }
}

/** The first path of each target, and keys of all paths; a path that two have counts for the first. */
function originalLayout(originals: OriginalPaths) {
  const known = { page: new Map<string, string>(), file: new Map<string, string>(), reusable: new Map() }
  const taken = new Set<string>()
  let summary: string | undefined
  for (const { kind, target, path } of originals) {
    if (kind === 'summary') summary ??= path
    else if ((kind === 'page' || kind === 'file' || kind === 'reusable') && !taken.has(keyOf(path)))
      known[kind].set(target, path)
    taken.add(keyOf(path))
  }
  return { known, taken, summary: summary ?? 'SUMMARY.md' }
}

const topFolder = (summary: string): string => {
  const folder = posix.dirname(summary)
  return folder === '.' ? '' : `${folder}/`
}

type Names = { readonly folder: string; readonly used: Set<string>; readonly taken: ReadonlySet<string> }

/** A page reserves its name for both a file and a folder. */
function nameFor(slug: string, { folder, used, taken }: Names): string {
  const wanted = safeName(slug, 'page')
  const isFree = (name: string) =>
    ![name, `${name}.md`].some((one) => used.has(keyOf(one)) || taken.has(keyOf(folder + one))) &&
    !taken.has(keyOf(`${folder}${name}/README.md`))
  let name = wanted
  for (let count = 1; !isFree(name); count++) name = `${wanted}-${count}`
  used.add(keyOf(name)).add(keyOf(`${name}.md`))
  return name
}

/** A free path in a folder, which is taken afterwards. */
function freePath(folder: string, written: string, taken: Set<string>): string {
  const prefix = `${keyOf(folder)}/`
  const inFolder = { has: (name: string) => taken.has(prefix + name) }
  const path = `${folder}/${freeName(safeName(written, 'file'), inFolder)}`
  taken.add(keyOf(path))
  return path
}

/** Whether a page's line in the table of contents says everything about it. */
export const isOnlyTitle = ({ entry }: PageNode): boolean =>
  entry.body === undefined &&
  slugOf(entry.title) === entry.slug &&
  settable.every((field) => field === 'title' || field === 'slug' || entry[field] === undefined)
