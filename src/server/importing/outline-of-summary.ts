import { posix } from 'node:path'
import type { SummaryEntry } from '#markup/summary.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { isInternal } from './link-targets.ts'
import { everyPage, type OutlineEntry } from './outline.ts'
import { safePath } from './source-files.ts'

export type SummaryOutline = {
  readonly entries: readonly OutlineEntry[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

/**
 * Orders pages like a SUMMARY.md. Entries without a file or with a missing file become pages without text; a file that
 * is listed again is skipped. `readme` comes first if it exists and is not listed.
 */
export async function outlineOfSummary(
  markdown: string,
  { folder, paths, readme }: { folder: string; paths: ReadonlySet<string>; readme: string | null },
): Promise<SummaryOutline> {
  const taken = new Set<string>()
  const skipped: { path: string; reason: string }[] = []

  function entryOf(entry: SummaryEntry): OutlineEntry[] {
    const kind = kindOf(entry)
    const path = kind === 'page' ? pathOf(entry.target, folder) : null
    const isDuplicate = path !== null && taken.has(path)
    const exists = path !== null && paths.has(path)
    if (isDuplicate) skipped.push({ path, reason: 'The table of contents lists it more than once' })
    if (path !== null && !exists)
      skipped.push({ path, reason: 'The table of contents lists it, but it is missing' })
    if (path !== null && exists) taken.add(path)
    const children = entry.children.flatMap(entryOf)
    if (isDuplicate && children.length === 0) return []
    const base = {
      kind,
      ...titleAndMetadata(entry),
      target: kind === 'link' ? absoluteTarget(entry.target, folder) : null,
      children,
    }
    return [{ ...base, path: exists && !isDuplicate ? path : null }]
  }

  const summary = await runTextTask('summary', markdown, markdown)
  const entries = summary.entries.flatMap(entryOf)
  const isReadmeListed =
    readme === null || !paths.has(readme) || everyPage(entries).some(({ path }) => path === readme)
  if (isReadmeListed) return { entries, skipped }
  return {
    entries: [{ kind: 'page', title: null, path: readme, target: null, children: [] }, ...entries],
    skipped,
  }
}

/** The file of an entry as a path from the root of the source; null for an entry without a file. */
function pathOf(target: string | null, folder: string): string | null {
  const written = (target ?? '').replace(/[#?].*$/, '')
  if (written === '') return null
  return safePath(posix.normalize(posix.join(folder, decoded(written))).replace(/^\//, ''))
}

/** An entry can be a link to a page that is listed elsewhere. */
const kindOf = ({ kind, metadata }: SummaryEntry): SummaryEntry['kind'] =>
  metadata?.type === 'link' ? 'link' : kind

/** The metadata, with its exact title if the Markdown can only approximate it. */
const titleAndMetadata = ({ title, metadata }: SummaryEntry): Pick<OutlineEntry, 'title' | 'metadata'> =>
  metadata === undefined
    ? { title }
    : {
        title: typeof metadata.title === 'string' && metadata.title !== '' ? metadata.title : title,
        metadata,
      }

/** The target of a link as a path from the root of the source. */
const absoluteTarget = (target: string | null, folder: string): string | null =>
  target === null || !isInternal(target) ? target : posix.join('/', folder, target)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not valid percent-encoding: the text is used as it is.
    return text
  }
}
