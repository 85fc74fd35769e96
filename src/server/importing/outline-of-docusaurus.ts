import { posix } from 'node:path'
import { parse } from 'yaml'
import { splitFrontMatter } from '../text-tasks/front-matter.ts'
import { type DocusaurusSettings, docusaurusSettingsOf } from './docusaurus/settings.ts'
import { isFolderPage, type NavigationOutline, type OutlineEntry, titleOfName } from './outline.ts'
import type { SourceFiles } from './source-files.ts'
import { textOfFile } from './text-of-file.ts'

type Doc = {
  readonly path: string
  readonly id: string
  readonly label: string | null
  readonly position: number
}

/** Item types of a sidebar that have an order of their own. */
type Item = Readonly<Record<string, unknown>>

/**
 * The pages of a Docusaurus project in the order of its sidebars; of its folders with `_category_` files and positions
 * where a sidebar says so, or if the sidebars are code. Null if the source is no such project.
 */
export async function outlineOfDocusaurus(
  files: SourceFiles,
  paths: ReadonlySet<string>,
): Promise<NavigationOutline | null> {
  const settings = await docusaurusSettingsOf(files, paths)
  if (settings === null) return null
  const project = await readProject(files, paths, settings.docs)
  const sidebars = Object.entries(settings.sidebars ?? {}).filter(([, items]) => typeof items === 'object')
  const taken = new Set<string>()
  const missing: string[] = []
  const context = { project, taken, missing }
  const entries =
    sidebars.length === 0
      ? entriesOfFolder(context, '')
      : sidebars.flatMap(([name, items]) => {
          const inside = itemsOf(items).flatMap((item) => entriesOf(context, item, 0))
          return sidebars.length === 1 || inside.length === 0 ? inside : [groupAt(titleOfName(name), inside)]
        })
  return {
    entries: entries.map((entry) => asGroup(entry)),
    configFiles: [...settings.files, ...project.categories.values()].filter((path) => paths.has(path)),
    skipped: missing.map((id) => ({
      path: settings.files.at(-1) ?? '',
      reason: `The sidebar lists ${id}, but it is missing`,
    })),
    root: settings.docs,
  }
}

type Project = {
  readonly docs: readonly Doc[]
  readonly byId: ReadonlyMap<string, Doc>
  /** Paths of `_category_` files by folder. */
  readonly categories: ReadonlyMap<string, string>
  readonly labels: ReadonlyMap<string, { readonly label?: unknown; readonly position?: unknown }>
  readonly root: DocusaurusSettings['docs']
}

async function readProject(files: SourceFiles, paths: ReadonlySet<string>, root: string): Promise<Project> {
  const docs: Doc[] = []
  const categories = new Map<string, string>()
  const labels = new Map<string, { label?: unknown; position?: unknown }>()
  const prefix = root === '' ? '' : `${root}/`
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue
    const own = path.slice(prefix.length)
    if (/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(own)) {
      categories.set(folderOf(own), path)
      labels.set(folderOf(own), categoryIn((await files.read(path)).toString('utf8')))
    }
    // A name with an underscore is a part of other pages.
    if (!/\.mdx?$/i.test(own) || /(?:^|\/)_/.test(own)) continue
    docs.push(docAt(path, own, (await splitFrontMatter(textOfFile(await files.read(path)))).data))
  }
  return {
    docs,
    byId: new Map(docs.flatMap((doc) => idsOf(doc).map((id) => [id, doc]))),
    categories,
    labels,
    root,
  }
}

/** A number at the beginning orders pages, and is not part of their names. */
const withoutNumber = (name: string): string => name.replace(/^\d{1,4}[-_. ]+(?=.)/, '')

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')

function docAt(path: string, own: string, data: Readonly<Record<string, unknown>>): Doc {
  const parts = own.replace(/\.mdx?$/i, '').split('/')
  const last = typeof data.id === 'string' && data.id !== '' ? data.id : withoutNumber(parts.at(-1) ?? '')
  const id = [...parts.slice(0, -1).map(withoutNumber), last].join('/')
  return {
    path,
    id,
    label: typeof data.sidebar_label === 'string' ? data.sidebar_label : null,
    position: positionIn(data.sidebar_position, parts.at(-1)),
  }
}

/** A page is also known by its path with numbers. */
const idsOf = ({ id, path }: Doc): string[] => [id, path.replace(/\.mdx?$/i, '')]

function positionIn(written: unknown, name = ''): number {
  if (typeof written === 'number') return written
  const [, number] = /^(\d{1,4})[-_. ]/.exec(name) ?? []
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number)
}

function categoryIn(text: string): { label?: unknown; position?: unknown } {
  try {
    const value: unknown = parse(text, { maxAliasCount: 20, logLevel: 'silent' })
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Invalid files count as empty.
    return {}
  }
}

type Context = { readonly project: Project; readonly taken: Set<string>; readonly missing: string[] }

/** Sidebars nest less deeply. */
const MAX_DEPTH = 40

/** The items of a sidebar or category: a list, or titles with their items. */
function itemsOf(items: unknown): Item[] {
  if (Array.isArray(items))
    return items.flatMap((item) =>
      typeof item === 'string' ? [{ type: 'doc', id: item }] : isItem(item) ? normalized(item) : [],
    )
  return isItem(items) ? normalized(items) : []
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{Title: […]}` is short for a category. */
const normalized = (item: Item): Item[] =>
  typeof item.type === 'string'
    ? [item]
    : Object.entries(item).map(([label, items]) => ({ type: 'category', label, items }))

function entriesOf(context: Context, item: Item, depth: number): OutlineEntry[] {
  const { type, label, id, href, items, link, dirName } = item
  const title = typeof label === 'string' && label !== '' ? label : null
  if (depth > MAX_DEPTH) return []
  if (type === 'doc' || type === 'ref') return docEntry(context, id, title)
  if (type === 'link' && typeof href === 'string')
    return [{ kind: 'link', title, path: null, target: href, children: [] }]
  if (type === 'autogenerated') return entriesOfFolder(context, typeof dirName === 'string' ? dirName : '')
  if (type !== 'category') return []
  const [own] = isItem(link) && link.type === 'doc' ? docEntry(context, link.id, title) : []
  const children = itemsOf(items).flatMap((one) => entriesOf(context, one, depth + 1))
  return [{ ...(own ?? pageAt(null, title ?? 'Untitled')), children }]
}

function docEntry({ project, taken, missing }: Context, id: unknown, title: string | null): OutlineEntry[] {
  const doc = project.byId.get(String(id)) ?? project.byId.get(joined(project.root, String(id)))
  if (doc === undefined) missing.push(String(id))
  if (doc === undefined || taken.has(doc.path)) return []
  taken.add(doc.path)
  return [pageAt(doc.path, title ?? doc.label)]
}

const joined = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`)

/** The pages of a folder, ordered by their positions, then by name. */
function entriesOfFolder({ project, taken }: Context, dirName: string): OutlineEntry[] {
  const start = posix.normalize(joined(project.root, dirName)).replace(/^\.$|\/$/, '')
  const below = project.docs.filter(({ path }) => start === '' || path.startsWith(`${start}/`))
  return inFolder(start, below)

  function inFolder(folder: string, docs: readonly Doc[]): OutlineEntry[] {
    const rest = (path: string) => path.slice(folder === '' ? 0 : folder.length + 1)
    const folders = Map.groupBy(
      docs.filter(({ path }) => rest(path).includes('/')),
      ({ path }) => rest(path).split('/')[0] ?? '',
    )
    const positioned: { position: number; name: string; entry: OutlineEntry }[] = []
    for (const doc of docs) {
      if (rest(doc.path).includes('/') || taken.has(doc.path)) continue
      taken.add(doc.path)
      positioned.push({ position: doc.position, name: doc.path, entry: pageAt(doc.path, doc.label) })
    }
    for (const [name, inner] of folders) positioned.push(category(joined(folder, name), name, inner))
    return positioned
      .filter(({ entry }) => entry.path !== null || entry.children.length > 0)
      .sort((a, b) => a.position - b.position || byName.compare(a.name, b.name))
      .map(({ entry }) => entry)
  }

  function category(folder: string, name: string, docs: readonly Doc[]) {
    const own = docs.find(
      ({ path }) =>
        folderOf(path) === folder &&
        !taken.has(path) &&
        (isFolderPage(path) ||
          withoutNumber(path.split('/').at(-1) ?? '').replace(/\.mdx?$/i, '') === withoutNumber(name)),
    )
    if (own !== undefined) taken.add(own.path)
    const { label, position } =
      project.labels.get(folder.slice(project.root === '' ? 0 : project.root.length + 1)) ?? {}
    const title = typeof label === 'string' ? label : null
    const page =
      own === undefined ? pageAt(null, title ?? titleOfName(name)) : pageAt(own.path, title ?? own.label)
    const at =
      typeof position === 'number'
        ? position
        : Math.min(own?.position ?? Number.POSITIVE_INFINITY, positionIn(undefined, name))
    return { position: at, name: folder, entry: { ...page, children: inFolder(folder, docs) } }
  }
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const pageAt = (path: string | null, title: string | null): OutlineEntry => ({
  kind: 'page',
  title,
  path,
  target: null,
  children: [],
})

const groupAt = (title: string, children: readonly OutlineEntry[]): OutlineEntry => ({
  ...pageAt(null, title),
  kind: 'group',
  children,
})

/** A category without a page of its own at the top is a group. */
const asGroup = (entry: OutlineEntry): OutlineEntry =>
  entry.kind === 'page' && entry.path === null && entry.children.length > 0
    ? { ...entry, kind: 'group' }
    : entry
