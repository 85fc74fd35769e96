import { slugOf } from '#markup/slug.ts'
import type { OutlineEntry } from '../outline.ts'
import { IMPORT_LIMITS, type SourceFile, type SourceFiles } from '../source-files.ts'
import { databasePage } from './database-page.ts'
import { type ExportNode, exportTree, idIn, nameKey } from './export-tree.ts'
import { notionMarkdown } from './page-markdown.ts'
import { readCsv } from './read-csv.ts'

/** An export of Notion in Markdown and CSV: names without ids, databases as tables, children in the order of the page. */
export async function openNotion(files: SourceFiles, listed: readonly SourceFile[]): Promise<SourceFiles> {
  const sizes = new Map(listed.map(({ path, size }) => [path, size]))
  const { nodes, views } = exportTree([...sizes.keys()])
  const roots = await inOrder(withoutWrapper(nodes))
  const byPath = new Map<string, { readonly node: ExportNode; readonly parent: ExportNode | null }>()
  const byId = new Map<string, string>()
  index(roots, null)
  const warnings: { path: string; text: string }[] = []

  function index(all: readonly ExportNode[], parent: ExportNode | null): void {
    for (const node of all) {
      if (node.path !== null) byPath.set(node.path, { node, parent })
      if (node.path !== null && node.id !== null) byId.set(node.id, node.path)
      index(node.children, node)
    }
  }

  async function textOf(path: string): Promise<string> {
    if ((sizes.get(path) ?? 0) > IMPORT_LIMITS.pageBytes) return ''
    return (await files.read(path)).toString('utf8')
  }

  /** Children in the order in which their page links to them or their database lists them. */
  async function inOrder(all: readonly ExportNode[]): Promise<ExportNode[]> {
    const ordered: ExportNode[] = []
    for (const node of all) {
      const children = await inOrder(node.children)
      if (node.path !== null && children.length > 1) sortLike(children, await orderIn(node.path))
      ordered.push({ ...node, children })
    }
    return ordered
  }

  async function orderIn(path: string): Promise<(child: ExportNode) => number | undefined> {
    const text = await textOf(path)
    if (!path.endsWith('.csv')) {
      const ids = positions(
        Array.from(text.matchAll(/[0-9a-f]{32}(?=(?:_all)?\.(?:md|csv)\))/g), ([id]) => id),
      )
      return ({ id }) => ids.get(id ?? '')
    }
    const rows = positions(
      readCsv(text)
        .slice(1)
        .map(([name = '']) => nameKey(name)),
    )
    return ({ title }) => rows.get(nameKey(title))
  }

  /** The pages of the rows of a database by title; pages with the same title in their order. */
  function rowsOf({ children }: ExportNode): (title: string) => string | null {
    const waiting = Map.groupBy(children, ({ title }) => nameKey(title))
    return (title) => waiting.get(nameKey(title))?.shift()?.path ?? null
  }

  return {
    ...files,
    list: async () => listed,
    async read(path) {
      const known = byPath.get(path)
      if (known === undefined) return files.read(path)
      const { node, parent } = known
      const page = { title: node.title, slug: slugOf(node.title) }
      const text = await textOf(path)
      if (!node.isDatabase)
        return Buffer.from(notionMarkdown(text, { ...page, isRow: parent?.isDatabase === true }))
      const table = databasePage(text, { ...page, path, pageOf: rowsOf(node) })
      if (table.warning !== null) warnings.push({ path, text: table.warning })
      return Buffer.from(table.text)
    },
    findings() {
      const own = files.findings?.() ?? { skipped: [], warnings: [] }
      return { skipped: own.skipped, warnings: [...own.warnings, ...warnings] }
    },
    product: {
      format: 'notion',
      isPage: (path) => byPath.has(path),
      outline: {
        entries: roots.map((node) => entryOf(node, true)),
        configFiles: [],
        skipped: views.map((path) => ({
          path,
          reason: 'It is a view of a database that is imported as a whole',
        })),
        root: '',
      },
      targetOf(url) {
        const id = idIn(url)
        const isNotion =
          !/^[a-z][a-z\d+.-]*:/i.test(url) || /^https:\/\/(?:[\w-]+\.)?notion\.(?:so|site|com)\//.test(url)
        const path = id === null || !isNotion ? undefined : byId.get(id)
        return path === undefined ? null : { path, fragment: '' }
      },
    },
  }
}

/** The entries of a folder that only says whose pages they are. */
function withoutWrapper(nodes: readonly ExportNode[]): readonly ExportNode[] {
  const [only] = nodes
  return nodes.length === 1 && only?.path === null ? withoutWrapper(only.children) : nodes
}

const positions = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, index) => [key, index] as const).toReversed())

/** Sorts in place; what has no position remains in its order, last. */
function sortLike(nodes: ExportNode[], positionOf: (node: ExportNode) => number | undefined): void {
  const last = Number.MAX_SAFE_INTEGER
  nodes.sort((a, b) => (positionOf(a) ?? last) - (positionOf(b) ?? last))
}

const entryOf = ({ path, title, children }: ExportNode, isRoot: boolean): OutlineEntry => ({
  kind: isRoot && path === null ? 'group' : 'page',
  title: path === null ? title : null,
  path,
  target: null,
  children: children.map((child) => entryOf(child, false)),
})
