import { posix } from 'node:path'
import { parseSummary, type SummaryEntry } from '#markup/summary.ts'
import { isInternal } from './link-targets.ts'
import { everyPage, type OutlineEntry } from './outline.ts'
import { safePath } from './source-files.ts'

export type SummaryOutline = {
  readonly entries: readonly OutlineEntry[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

/**
 * Orders pages as a SUMMARY.md does. Entries without a file stay as pages without text, as do those whose file
 * is missing; a file listed again is left out. `readme`, where there is one and nobody lists it, comes first.
 */
export function outlineOfSummary(
  markdown: string,
  { folder, paths, readme }: { folder: string; paths: ReadonlySet<string>; readme: string | null },
): SummaryOutline {
  const taken = new Set<string>()
  const skipped: { path: string; reason: string }[] = []

  function entryOf(entry: SummaryEntry): OutlineEntry[] {
    const kind = kindOf(entry)
    const path = kind === 'page' ? pathOf(entry.target, folder) : null
    const isAgain = path !== null && taken.has(path)
    const isThere = path !== null && paths.has(path)
    if (isAgain) skipped.push({ path, reason: 'The table of contents lists it more than once' })
    if (path !== null && !isThere)
      skipped.push({ path, reason: 'The table of contents lists it, but it is missing' })
    if (path !== null && isThere) taken.add(path)
    const children = entry.children.flatMap(entryOf)
    if (isAgain && children.length === 0) return []
    const base = {
      kind,
      ...titleAndMetadata(entry),
      target: kind === 'link' ? absoluteTarget(entry.target, folder) : null,
      children,
    }
    return [{ ...base, path: isThere && !isAgain ? path : null }]
  }

  const entries = parseSummary(markdown).entries.flatMap(entryOf)
  const isReadmeListed =
    readme === null || !paths.has(readme) || everyPage(entries).some(({ path }) => path === readme)
  if (isReadmeListed) return { entries, skipped }
  return {
    entries: [{ kind: 'page', title: null, path: readme, target: null, children: [] }, ...entries],
    skipped,
  }
}

/** The file an entry names, seen from the top of the source; null for an entry without a file. */
function pathOf(target: string | null, folder: string): string | null {
  const written = (target ?? '').replace(/[#?].*$/, '')
  if (written === '') return null
  return safePath(posix.normalize(posix.join(folder, decoded(written))).replace(/^\//, ''))
}

/** A link may lead to a page that stands elsewhere in the list. */
const kindOf = ({ kind, metadata }: SummaryEntry): SummaryEntry['kind'] =>
  metadata?.type === 'link' ? 'link' : kind

/** The title exactly, where the list can only come near it, and what else is said. */
const titleAndMetadata = ({ title, metadata }: SummaryEntry): Pick<OutlineEntry, 'title' | 'metadata'> =>
  metadata === undefined
    ? { title }
    : {
        title: typeof metadata.title === 'string' && metadata.title !== '' ? metadata.title : title,
        metadata,
      }

/** Where a link leads, seen from the top of the source. */
const absoluteTarget = (target: string | null, folder: string): string | null =>
  target === null || !isInternal(target) ? target : posix.join('/', folder, target)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
