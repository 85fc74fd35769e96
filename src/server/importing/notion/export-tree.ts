import { posix } from 'node:path'

/** The name of a page or database in an export: its title and its id. */
const NAMED = /^(.*?) ?([0-9a-f]{32})(_all)?\.(md|csv)$/

export type ExportNode = {
  /** Its file; null for a folder without a page. */
  readonly path: string | null
  readonly title: string
  readonly id: string | null
  readonly isDatabase: boolean
  readonly children: ExportNode[]
}

export type ExportTree = {
  readonly nodes: readonly ExportNode[]
  /** Views of databases that another file has all of. */
  readonly views: readonly string[]
}

/** Whether the pages of a source are named as in an export. */
export function isNotionExport(paths: readonly string[]): boolean {
  const pages = paths.filter((path) => /\.(?:md|csv)$/.test(path))
  const named = pages.filter((path) => NAMED.test(posix.basename(path)))
  return named.length > 0 && named.length * 2 > pages.length
}

/** The id of a page in a URL of the product or in the name of a file; null if there is none. */
export function idIn(url: string): string | null {
  const [path = ''] = url.split(/[?#]/)
  const last = path.split('/').at(-1)?.replaceAll('%20', ' ') ?? ''
  const match = /([0-9a-f]{32})(?:_all)?(?:\.(?:md|csv))?$/.exec(last.replace(/-(?=[0-9a-f-]*$)/g, ''))
  return match?.[1] ?? null
}

type Folder = { readonly pages: ExportNode[]; readonly folders: Map<string, Folder> }

/** The tree of pages and databases: what is in the folder with the name of a page is below that page. */
export function exportTree(paths: readonly string[]): ExportTree {
  const known = new Set(paths)
  const views: string[] = []
  const root: Folder = { pages: [], folders: new Map() }
  for (const path of paths) {
    if (!/\.(?:md|csv)$/.test(path)) continue
    const all = path.replace(/\.csv$/, '_all.csv')
    if (path.endsWith('.csv') && known.has(all)) {
      views.push(path)
      continue
    }
    const [, title, id] = NAMED.exec(posix.basename(path)) ?? []
    const folder = path.split('/').slice(0, -1).reduce(folderIn, root)
    folder.pages.push({
      path,
      title: (title ?? posix.basename(path).replace(/\.[^.]+$/, '')).trim() || 'Untitled',
      id: id ?? null,
      isDatabase: path.endsWith('.csv'),
      children: [],
    })
  }
  return { nodes: nodesOf(root), views }
}

function folderIn(parent: Folder, name: string): Folder {
  const folder = parent.folders.get(name) ?? { pages: [], folders: new Map() }
  parent.folders.set(name, folder)
  return folder
}

function nodesOf({ pages, folders }: Folder): ExportNode[] {
  const nodes = pages.toSorted(byTitle)
  const others: ExportNode[] = []
  for (const [name, folder] of folders) {
    const [, title = name, id] = /^(.*?) ?([0-9a-f]{32})$/.exec(name) ?? []
    const page =
      nodes.find((node) => id !== undefined && node.id === id) ??
      // Newer exports leave ids out of the names of folders.
      nodes.find((node) => sameName(node.title, title) && node.children.length === 0)
    const children = nodesOf(folder)
    if (page !== undefined) page.children.push(...children)
    else if (children.length > 0)
      others.push({
        path: null,
        title: title.trim() || 'Untitled',
        id: id ?? null,
        isDatabase: false,
        children,
      })
  }
  return [...nodes, ...others]
}

/** Names of files leave out some signs of a title. */
export const nameKey = (title: string): string =>
  title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 40)

const sameName = (a: string, b: string): boolean => a.trim() === b.trim() || nameKey(a) === nameKey(b)

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byTitle = (a: ExportNode, b: ExportNode): number => collator.compare(a.title, b.title)
