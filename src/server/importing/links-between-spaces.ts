import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { slugOf } from '#markup/slug.ts'
import { pathOfFile, spellingsOf } from './former-paths.ts'
import { isInternal, targetOf } from './link-targets.ts'
import { isPageFile, type OutlineEntry } from './outline.ts'
import { slugOfFile } from './plan-tree.ts'
import type { OutsideTarget, SharedSource } from './shared-source.ts'
import { below, IMPORT_LIMITS, type SourceFiles } from './source-files.ts'
import { outlineOf } from './source-outline.ts'
import { textOfFile } from './text-of-file.ts'

/** A space that is imported together with others from one source. */
export type SpaceOfSource = {
  readonly spaceId: string
  /** Its folder; empty for the whole source. */
  readonly directory: string
  /** Identifiers of the space in links of the source. */
  readonly ids: readonly string[]
}

/** `https://app.example.com/s/{space}/path#anchor`, also with `/o/{organization}` before it. */
const APP_LINK =
  /^https?:\/\/app\.[a-z0-9.-]{1,200}\/(?:o\/[\w-]{1,64}\/)?s\/([\w-]{1,64})((?:\/[^\s?#]{0,1000})?)((?:[?#]\S{0,500})?)$/i
const APP_LINKS_IN_TEXT =
  /https?:\/\/app\.[a-z0-9.-]{1,200}\/(?:o\/[\w-]{1,64}\/)?s\/([\w-]{1,64})((?:\/[\w%./~-]{0,1000})?)/gi

type OutlinedSpace = SpaceOfSource & {
  /** The file of a page by each path at which it may have been published, in lower case. */
  readonly pages: ReadonlyMap<string, string>
  /** Files that become pages, by their path in the space. */
  readonly listed: ReadonlySet<string>
  readonly first: string | undefined
}

/** Prepares the spaces of a source, so that links among them lead to pages by their ids. */
export async function shareSource(
  files: SourceFiles,
  spaces: readonly SpaceOfSource[],
  importId: string,
): Promise<ReadonlyMap<string, SharedSource>> {
  const sizes = new Map((await files.list()).map(({ path, size }) => [path, size]))
  const paths = new Set(sizes.keys())
  const outlined: OutlinedSpace[] = []
  for (const space of spaces) outlined.push(await outlinedSpace(files, space))
  const spaceOfId = await spacesById(files, sizes, outlined)
  const idOf = (spaceId: string, path: string) =>
    createHash('sha256').update(`${importId} ${spaceId} ${path}`).digest('hex').slice(0, 20)
  const pageIn = ({ spaceId }: OutlinedSpace, path: string, suffix: string): OutsideTarget => ({
    kind: 'page',
    spaceId,
    id: idOf(spaceId, path),
    suffix,
  })

  function appTarget(url: string): OutsideTarget | null {
    const [, id = '', path = '', suffix = ''] = APP_LINK.exec(url) ?? []
    const known = spaceOfId.get(id)
    const match = (space: OutlinedSpace) => fileAt(space, path)
    const candidates =
      known === undefined ? outlined.filter((space) => path.length > 1 && match(space)) : [known]
    const [space] = candidates
    if (space === undefined || candidates.length > 1) return null
    const file = match(space)
    return file === undefined ? null : pageIn(space, file, suffix.startsWith('?') ? '' : suffix)
  }

  function fileTarget(url: string, from: string): OutsideTarget | null {
    const target = targetOf(url, from, paths)
    if (target === null) return null
    const { path, fragment: suffix } = target
    const space = spaceOf(outlined, path)
    const own = space === undefined ? path : withoutFolder(path, space.directory)
    if (isPageFile(path)) return space?.listed.has(own) ? pageIn(space, own, suffix) : null
    return { kind: 'file', path, size: sizes.get(path) ?? 0, read: () => files.read(path), suffix }
  }

  return new Map(
    spaces.map(({ spaceId, directory }) => [
      spaceId,
      {
        files: below(files, directory),
        pageIdOf: (path: string) => idOf(spaceId, path),
        isAppLink: (url: string) => APP_LINK.test(url),
        outside: (url: string, from: string) =>
          isInternal(url) ? fileTarget(url, posix.join(directory, from)) : appTarget(url),
      },
    ]),
  )
}

async function outlinedSpace(files: SourceFiles, space: SpaceOfSource): Promise<OutlinedSpace> {
  const own = below(files, space.directory)
  const { entries, settings } = await outlineOf(own, new Set((await own.list()).map(({ path }) => path)))
  const pages = new Map<string, string>()
  const listed = new Set<string>()
  for (const { file, path } of placedFiles(entries, '')) {
    listed.add(file)
    const byFile = pathOfFile(file, settings.root)
    for (const one of [path, ...(byFile === null ? [] : spellingsOf(byFile))]) {
      const key = one.toLowerCase()
      if (!pages.has(key)) pages.set(key, file)
    }
  }
  const [first] = listed
  return { ...space, pages, listed, first }
}

/** The files of pages with their paths in the tree; for a group, that of its first page. */
function* placedFiles(
  entries: readonly OutlineEntry[],
  parent: string,
): Generator<{ readonly file: string; readonly path: string }> {
  for (const { path: file, title, metadata, children } of entries) {
    const named = typeof metadata?.slug === 'string' ? metadata.slug : slugOf(title ?? '')
    const slug = file === null ? named : (slugOfFile(file) ?? named)
    const path = parent === '' ? slug : `${parent}/${slug}`
    const inside = [...placedFiles(children, path)]
    const shown = file ?? inside[0]?.file
    if (shown !== undefined) yield { file: shown, path }
    yield* inside
  }
}

/** The file of the page at a path of a published space; the first page for the root. */
function fileAt({ pages, first }: OutlinedSpace, path: string): string | undefined {
  const key = percentDecoded(path)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.md$/i, '')
    .toLowerCase()
  return key === '' ? first : pages.get(key)
}

/** How many different links of a source are compared with the pages of its spaces. */
const MAX_APP_LINKS = 20_000

/**
 * The spaces that identifiers in links mean: as the source says, else the space that has most of the pages that the links
 * with this identifier name.
 */
async function spacesById(
  files: SourceFiles,
  sizes: ReadonlyMap<string, number>,
  spaces: readonly OutlinedSpace[],
): Promise<ReadonlyMap<string, OutlinedSpace>> {
  const named = new Map<string, Set<string>>()
  let count = 0
  for (const [path, size] of sizes) {
    if (!/\.(md|markdown|mdx)$/i.test(path) || size > IMPORT_LIMITS.pageBytes) continue
    const text = textOfFile(await files.read(path))
    for (const [, id = '', target = ''] of text.matchAll(APP_LINKS_IN_TEXT)) {
      const targets = named.get(id) ?? new Set()
      if (count < MAX_APP_LINKS && !targets.has(target)) {
        count += 1
        named.set(id, targets.add(target))
      }
    }
  }
  const known = new Map(spaces.flatMap((space) => space.ids.map((id) => [id, space] as const)))
  for (const [id, targets] of named) {
    const space = known.has(id) ? undefined : bestMatch(spaces, targets)
    if (space !== undefined) known.set(id, space)
  }
  return known
}

/** The only space with the most pages at these paths; undefined if no path is in any, or two have as many. */
function bestMatch(
  spaces: readonly OutlinedSpace[],
  targets: ReadonlySet<string>,
): OutlinedSpace | undefined {
  const counts = spaces
    .map((space) => ({
      space,
      pages: [...targets].filter((target) => target.length > 1 && fileAt(space, target) !== undefined).length,
    }))
    .toSorted((a, b) => b.pages - a.pages)
  const [best, second] = counts
  return best === undefined || best.pages === 0 || best.pages === second?.pages ? undefined : best.space
}

/** The space with the innermost folder around a path. */
const spaceOf = (spaces: readonly OutlinedSpace[], path: string): OutlinedSpace | undefined =>
  spaces
    .filter(({ directory }) => directory === '' || path.startsWith(`${directory}/`))
    .toSorted((a, b) => b.directory.length - a.directory.length)[0]

const withoutFolder = (path: string, folder: string): string =>
  folder === '' ? path : path.slice(folder.length + 1)
