import { slugOf } from '#markup/slug.ts'
import { type FileEntry, type ReusableEntry, settable } from '../content/entries.ts'
import type { PageNode } from '../content/snapshot.ts'
import { freeName, keyOf, safeName } from './file-names.ts'

/** The paths of everything in an exported space, relative and with `/`. */
export type Layout = {
  /** The file of each page by its id; pages without text and incoming links have none. */
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  readonly reusables: ReadonlyMap<string, string>
}

const ASSETS_FOLDER = '.gitbook/assets'
const INCLUDES_FOLDER = '.gitbook/includes'

/** Names with a special meaning, which pages cannot have. */
const RESERVED_PAGE_NAMES = ['summary', 'readme', 'index', '.gitbook']

/**
 * Assigns file names: a page with children is the README of a folder, other pages are files; the first page is the
 * README of the whole space. `isNeeded` returns which pages must have a file.
 */
export function layoutOf(
  roots: readonly PageNode[],
  {
    files,
    reusables,
  }: { readonly files: readonly FileEntry[]; readonly reusables: readonly ReusableEntry[] },
  isNeeded: (node: PageNode) => boolean,
): Layout {
  const pages = new Map<string, string>()
  const first = roots.find(({ entry }) => entry.type === 'document')

  function assignPaths(nodes: readonly PageNode[], folder: string): void {
    const names = new Set(RESERVED_PAGE_NAMES)
    for (const node of nodes) {
      const { entry } = node
      if (entry.type === 'link') continue
      const path = folder + nameFor(entry.slug, names)
      if (entry.type === 'document' && isNeeded(node))
        pages.set(
          entry.id,
          node === first ? 'README.md' : `${path}${node.pages.length > 0 ? '/README' : ''}.md`,
        )
      assignPaths(node.pages, `${path}/`)
    }
  }

  assignPaths(roots, '')
  const names = new Set<string>()
  const filePaths = files.map(({ id, name }) => [id, `${ASSETS_FOLDER}/${fileName(name, names)}`] as const)
  const titles = new Set<string>()
  const written = reusables.map(
    ({ id, title }) => [id, `${INCLUDES_FOLDER}/${fileName(`${slugOf(title)}.md`, titles)}`] as const,
  )
  return { pages, files: new Map(filePaths), reusables: new Map(written) }
}

/** A page reserves its name for both a file and a folder. */
function nameFor(slug: string, names: Set<string>): string {
  const wanted = safeName(slug, 'page')
  const isFree = (name: string) => !names.has(keyOf(name)) && !names.has(keyOf(`${name}.md`))
  let name = wanted
  for (let count = 1; !isFree(name); count++) name = `${wanted}-${count}`
  names.add(keyOf(name)).add(keyOf(`${name}.md`))
  return name
}

function fileName(written: string, names: Set<string>): string {
  const name = freeName(safeName(written, 'file'), names)
  names.add(keyOf(name))
  return name
}

/** Whether a page's line in the table of contents says everything about it. */
export const isOnlyTitle = ({ entry }: PageNode): boolean =>
  entry.body === undefined &&
  slugOf(entry.title) === entry.slug &&
  settable.every((field) => field === 'title' || field === 'slug' || entry[field] === undefined)
