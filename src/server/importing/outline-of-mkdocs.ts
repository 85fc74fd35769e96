import { posix } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { isPageFile, type NavigationOutline, type OutlineEntry } from './outline.ts'
import { outlineOfFolders } from './outline-of-folders.ts'
import { type SourceFiles, safePath } from './source-files.ts'

const settingsSchema = z.looseObject({
  docs_dir: z.string().optional().catch(undefined),
  nav: z.array(z.unknown()).optional().catch(undefined),
})

type Context = {
  readonly folder: string
  readonly paths: ReadonlySet<string>
  readonly taken: Set<string>
  readonly skipped: { readonly path: string; readonly reason: string }[]
}

/** Navigation nests less deeply. */
const MAX_DEPTH = 40

/**
 * The pages of an MkDocs project in the order of its `nav`, else by folders; null if the source is no such project. Tags
 * in its settings, such as those for Python objects, are ignored.
 */
export async function outlineOfMkdocs(
  files: SourceFiles,
  paths: ReadonlySet<string>,
): Promise<NavigationOutline | null> {
  const file = ['mkdocs.yml', 'mkdocs.yaml'].find((name) => paths.has(name))
  if (file === undefined) return null
  const settings = settingsSchema.safeParse(read(await files.read(file))).data
  const folder = safePath(posix.normalize(settings?.docs_dir ?? 'docs')) ?? ''
  const context: Context = { folder, paths, taken: new Set(), skipped: [] }
  const entries =
    settings?.nav === undefined
      ? outlineOfFolders(paths, folder)
      : settings.nav.flatMap((item) => entriesOf(context, item, 0))
  return {
    entries: entries.map(asGroup),
    configFiles: [file],
    skipped: context.skipped.map(({ path, reason }) => ({ path: path === '' ? file : path, reason })),
    root: folder,
  }
}

function read(bytes: Buffer): unknown {
  try {
    return parse(bytes.toString('utf8'), { maxAliasCount: 20, logLevel: 'silent' }) ?? {}
  } catch {
    // Invalid YAML counts as no settings.
    return {}
  }
}

/** An item of `nav`: a path, or titles with a path, an address or further items. */
function entriesOf(context: Context, item: unknown, depth: number): OutlineEntry[] {
  if (depth > MAX_DEPTH) return []
  if (typeof item === 'string') return targetOf(context, item, null)
  if (typeof item !== 'object' || item === null) return []
  return Object.entries(item).flatMap(([title, value]) => {
    if (typeof value === 'string') return targetOf(context, value, title)
    if (!Array.isArray(value)) return []
    return [{ ...pageAt(null, title), children: value.flatMap((one) => entriesOf(context, one, depth + 1)) }]
  })
}

function targetOf(
  { folder, paths, taken, skipped }: Context,
  target: string,
  title: string | null,
): OutlineEntry[] {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
    return [{ kind: 'link', title, path: null, target, children: [] }]
  const path = safePath(posix.normalize(posix.join(folder, target.replace(/\*+(?:\.md)?$/, ''))))
  if (path !== null && paths.has(path) && isPageFile(path)) {
    if (taken.has(path)) skipped.push({ path, reason: 'The navigation lists it more than once' })
    if (taken.has(path)) return []
    taken.add(path)
    return [pageAt(path, title)]
  }
  const inside =
    path === null ? [] : [...paths].filter((one) => one.startsWith(`${path}/`) && !taken.has(one))
  if (inside.length === 0) {
    skipped.push({ path: '', reason: `The navigation lists ${target}, but it is missing` })
    return title === null ? [] : [pageAt(null, title)]
  }
  for (const one of inside) taken.add(one)
  const children = outlineOfFolders(inside, path ?? '')
  return title === null ? children : [{ ...pageAt(null, title), children }]
}

const pageAt = (path: string | null, title: string | null): OutlineEntry => ({
  kind: 'page',
  title,
  path,
  target: null,
  children: [],
})

/** A section at the top is a group. */
const asGroup = (entry: OutlineEntry): OutlineEntry =>
  entry.kind === 'page' && entry.path === null && entry.children.length > 0
    ? { ...entry, kind: 'group' }
    : entry
