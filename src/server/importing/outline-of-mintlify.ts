import { z } from 'zod'
import { isPageFile, type NavigationOutline, type OutlineEntry } from './outline.ts'
import { type SourceFiles, safePath } from './source-files.ts'
import { textOfFile } from './text-of-file.ts'

/** The names under which a part of the navigation has its title, and those under which it has further parts. */
const TITLES = ['group', 'tab', 'anchor', 'dropdown', 'item', 'product', 'version', 'language'] as const
const PARTS = [
  ...['languages', 'versions', 'products', 'dropdowns', 'anchors', 'tabs', 'menu'],
  ...['groups', 'pages'],
] as const

const partSchema = z.record(z.string(), z.unknown())
const settingsSchema = z.looseObject({ navigation: z.union([partSchema, z.array(z.unknown())]) })

type Context = {
  readonly paths: ReadonlySet<string>
  readonly taken: Set<string>
  readonly skipped: { readonly path: string; readonly reason: string }[]
  readonly file: string
}

/** Navigation nests less deeply. */
const MAX_DEPTH = 40

/** The pages of a Mintlify project in the order of its navigation; null if the source is no such project. */
export async function outlineOfMintlify(
  files: SourceFiles,
  paths: ReadonlySet<string>,
): Promise<NavigationOutline | null> {
  const file = ['docs.json', 'mint.json'].find((name) => paths.has(name))
  if (file === undefined) return null
  const settings = settingsSchema.safeParse(jsonOf(textOfFile(await files.read(file)))).data
  if (settings === undefined) return null
  const { navigation } = settings
  const context: Context = { paths, taken: new Set(), skipped: [], file }
  const entries = Array.isArray(navigation)
    ? navigation.flatMap((item) => entriesOf(context, item, 0))
    : partsOf(context, navigation, 0)
  return { entries: entries.map(asGroup), configFiles: [file], skipped: context.skipped, root: '' }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A file with this name of another tool.
    return null
  }
}

const partsOf = (context: Context, part: z.infer<typeof partSchema>, depth: number): OutlineEntry[] =>
  PARTS.flatMap((name) => {
    const items = part[name]
    return Array.isArray(items) ? items.flatMap((item) => entriesOf(context, item, depth + 1)) : []
  })

/** An item of the navigation: a page, or a title with an address or further items. */
function entriesOf(context: Context, item: unknown, depth: number): OutlineEntry[] {
  if (depth > MAX_DEPTH) return []
  if (typeof item === 'string') return pageOf(context, item)
  const part = partSchema.safeParse(item).data
  if (part === undefined) return []
  const title = TITLES.map((name) => part[name]).find((value) => typeof value === 'string') ?? 'Untitled'
  const own = typeof part.root === 'string' ? pageOf(context, part.root) : []
  const children = [...own, ...partsOf(context, part, depth)]
  const icon = typeof part.icon === 'string' ? { metadata: { icon: part.icon } } : {}
  if (children.length > 0) return [{ ...entryAt('page', title), ...icon, children }]
  return typeof part.href === 'string' ? [{ ...entryAt('link', title), target: part.href }] : []
}

function pageOf({ paths, taken, skipped, file }: Context, page: string): OutlineEntry[] {
  const plain = safePath(page.replace(/^\/+/, '')) ?? ''
  const path = [`${plain}.mdx`, `${plain}.md`, plain].find((one) => paths.has(one) && isPageFile(one))
  if (path === undefined) {
    const reason = /^[A-Z]+ \//.test(page)
      ? `The page of the operation ${page} isn’t created. Add the specification and an API operation`
      : `The navigation lists ${page}, but it is missing`
    skipped.push({ path: file, reason })
    return []
  }
  if (taken.has(path)) return []
  taken.add(path)
  return [{ ...entryAt('page', null), path }]
}

const entryAt = (kind: 'page' | 'link', title: string | null): OutlineEntry => ({
  kind,
  title,
  path: null,
  target: null,
  children: [],
})

/** A section at the top is a group. */
const asGroup = (entry: OutlineEntry): OutlineEntry =>
  entry.children.length > 0 ? { ...entry, kind: 'group' } : entry
