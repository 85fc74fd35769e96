import { slugOf } from '#markup/slug.ts'
import type { FileEntry } from '../content/entries.ts'
import type { PageNode } from '../content/snapshot.ts'

/** Where everything of a space goes in a folder. Paths are relative, with `/`. */
export type Layout = {
  /** The file of each page by its id; pages without text that nobody links to have none. */
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
}

const ASSETS = '.gitbook/assets'

/**
 * Decides on file names: a page with pages below it is the README of a folder, others are files of their own; the
 * first page is the README of the whole. `isNeeded` tells which pages must have a file.
 */
export function layoutOf(
  roots: readonly PageNode[],
  files: readonly FileEntry[],
  isNeeded: (node: PageNode) => boolean,
): Layout {
  const pages = new Map<string, string>()
  const taken = new Set(['summary.md'])
  const first = roots.find(({ entry }) => entry.type === 'document')

  function place(node: PageNode): void {
    const { entry, path } = node
    if (entry.type === 'document' && path !== null && isNeeded(node)) {
      const wanted = node === first ? 'README.md' : `${path}${node.pages.length > 0 ? '/README' : ''}.md`
      pages.set(entry.id, unique(wanted, taken))
    }
    for (const child of node.pages) place(child)
  }

  for (const node of roots) place(node)
  const names = new Set<string>()
  const placed = files.map(({ id, name }) => [id, `${ASSETS}/${unique(fileName(name), names)}`] as const)
  return { pages, files: new Map(placed) }
}

/** Names that differ only in case are one on some systems. */
function unique(wanted: string, taken: Set<string>): string {
  const dot = wanted.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  for (let count = 0; ; count++) {
    const name = count === 0 ? wanted : `${stem}-${count}${ending}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

function fileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems refuse exactly these.
  const plain = name.replace(/[/\\:*?"<>|\u0000-\u001f]/g, '-').replace(/^\.+/, '')
  return plain === '' ? 'file' : plain
}

/** Whether a page could be told from its line in the table of contents alone. */
export const isOnlyTitle = ({ entry }: PageNode): boolean =>
  entry.body === undefined &&
  entry.description === undefined &&
  entry.icon === undefined &&
  entry.emoji === undefined &&
  entry.hidden === undefined &&
  slugOf(entry.title) === entry.slug
