import { isFolderPage, isPageFile, type OutlineEntry, titleOfName } from './outline.ts'

type Folder = { pages: string[]; folders: Map<string, Folder> }

/**
 * Orders page files by their folders: a folder is a page with the folder's pages below it and its README or index as
 * its text. Other pages are sorted by name, with numbers by value. `top` is the folder to start in.
 */
export function outlineOfFolders(paths: Iterable<string>, top = ''): OutlineEntry[] {
  const root: Folder = { pages: [], folders: new Map() }
  const prefix = top === '' ? '' : `${top}/`
  for (const path of paths) {
    if (!isPageFile(path) || !path.startsWith(prefix)) continue
    const folders = path.slice(prefix.length).split('/').slice(0, -1)
    folders.reduce(folderIn, root).pages.push(path)
  }
  const own = ownPageOf(root)
  const rest = entriesOf(root, own)
  return own === undefined ? rest : [pageAt(own), ...rest]
}

function folderIn(parent: Folder, name: string): Folder {
  const known = parent.folders.get(name)
  if (known !== undefined) return known
  const folder: Folder = { pages: [], folders: new Map() }
  parent.folders.set(name, folder)
  return folder
}

/**
 * A page next to a folder of the same name, such as `setup.md` and `setup/`, is that folder's page; a Word file is the
 * page of its chapters.
 */
function entriesOf(folder: Folder, own: string | undefined): OutlineEntry[] {
  const taken = new Set(own === undefined ? [] : [own])
  const entries: [string, OutlineEntry][] = []
  for (const [name, inner] of folder.folders) {
    const beside = folder.pages.find(
      (path) => !taken.has(path) && (stemOf(path) === name || nameOf(path) === name) && !isFolderPage(path),
    )
    const page = ownPageOf(inner) ?? beside
    if (page !== undefined) taken.add(page)
    const children = entriesOf(inner, page)
    entries.push([
      name,
      { ...pageAt(page ?? null), title: page === undefined ? titleOfName(name) : null, children },
    ])
  }
  for (const path of folder.pages) if (!taken.has(path)) entries.push([stemOf(path), pageAt(path)])
  return entries.sort(([a], [b]) => byName.compare(a, b)).map(([, entry]) => entry)
}

const ownPageOf = ({ pages }: Folder): string | undefined =>
  pages.filter(isFolderPage).sort((a, b) => Number(/index\./i.test(a)) - Number(/index\./i.test(b)))[0]

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]+$/, '')

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const pageAt = (path: string | null): OutlineEntry => ({
  kind: 'page',
  title: null,
  path,
  target: null,
  children: [],
})
