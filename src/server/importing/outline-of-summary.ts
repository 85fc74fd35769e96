import { posix } from 'node:path'
import { cutText } from '#markup/cut-text.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
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
 * Orders pages like a SUMMARY.md. Entries without a file or with a missing file become pages without text. A file that
 * is listed again with an anchor is a link to that part of its page; without one, it is skipped. Entries below a link
 * come after it. `readme` comes first if it exists and is not listed.
 */
export async function outlineOfSummary(
  markdown: string,
  { folder, paths, readme }: { folder: string; paths: ReadonlySet<string>; readme: string | null },
): Promise<SummaryOutline> {
  const taken = new Set<string>()
  const skipped: { path: string; reason: string }[] = []

  const summary = await runTextTask('summary', markdown, markdown)
  const whole = new Set(wholePages(summary.entries, folder))

  function linkOf(entry: SummaryEntry): OutlineEntry[] {
    const target = absoluteTarget(entry.target, folder)
    const link = { kind: 'link' as const, ...titleAndMetadata(entry), target, path: null, children: [] }
    return [link, ...entry.children.flatMap(entryOf)]
  }

  function computedFrom(entry: SummaryEntry): OutlineEntry[] {
    const { metadata = {} } = entry
    const type = String(metadata.type)
    if (type !== API_REFERENCE) skipped.push({ path: cutText(type, 100), reason: UNKNOWN })
    const reference = { kind: 'api-reference' as const, title: null, path: null, target: null, metadata }
    return [
      ...(type === API_REFERENCE ? [{ ...reference, children: [] }] : []),
      ...entry.children.flatMap(entryOf),
    ]
  }

  function entryOf(entry: SummaryEntry): OutlineEntry[] {
    if (entry.kind === 'computed') return computedFrom(entry)
    const kind = kindOf(entry)
    const path = kind === 'page' ? pathOf(entry.target, folder) : null
    const exists = path !== null && paths.has(path)
    const isPart = exists && hasAnchor(entry.target) && (whole.has(path) || taken.has(path))
    if (kind === 'link' || isPart) return linkOf(entry)
    const isDuplicate = path !== null && taken.has(path)
    if (path !== null && (isDuplicate || !exists))
      skipped.push({ path, reason: isDuplicate ? TWICE : MISSING })
    if (exists) taken.add(path)
    const children = entry.children.flatMap(entryOf)
    if (isDuplicate && children.length === 0) return []
    const base = { kind, ...titleAndMetadata(entry), target: null, children }
    return [{ ...base, path: exists && !isDuplicate ? path : null }]
  }

  const entries = summary.entries.flatMap(entryOf)
  const isReadmeListed =
    readme === null || !paths.has(readme) || everyPage(entries).some(({ path }) => path === readme)
  if (isReadmeListed) return { entries, skipped }
  return {
    entries: [{ kind: 'page', title: null, path: readme, target: null, children: [] }, ...entries],
    skipped,
  }
}

const TWICE = 'The table of contents lists it more than once'
const MISSING = 'The table of contents lists it, but it is missing'
const UNKNOWN = 'The table of contents has pages of this type, which can’t be created'
const API_REFERENCE = 'builtin:openapi'

/** The files that are listed without an anchor. */
function* wholePages(entries: readonly SummaryEntry[], folder: string): Generator<string> {
  for (const entry of entries) {
    const path = kindOf(entry) === 'page' && !hasAnchor(entry.target) ? pathOf(entry.target, folder) : null
    if (path !== null) yield path
    yield* wholePages(entry.children, folder)
  }
}

const hasAnchor = (target: string | null): boolean => /#./.test(target ?? '')

/** The file of an entry as a path from the root of the source; null for an entry without a file. */
function pathOf(target: string | null, folder: string): string | null {
  const written = (target ?? '').replace(/[#?].*$/, '')
  if (written === '') return null
  return safePath(posix.normalize(posix.join(folder, percentDecoded(written))).replace(/^\//, ''))
}

/** An entry can be a link to a page that is listed elsewhere. */
const kindOf = ({ kind, metadata }: SummaryEntry): 'page' | 'group' | 'link' =>
  metadata?.type === 'link' || kind === 'computed' ? 'link' : kind

/** The metadata, with its exact title if the Markdown can only approximate it. */
function titleAndMetadata({
  title,
  linkTitle,
  metadata,
}: SummaryEntry): Pick<OutlineEntry, 'title' | 'linkTitle' | 'metadata'> {
  const exact = metadata?.title
  return {
    title: typeof exact === 'string' && exact !== '' ? exact : title,
    ...(linkTitle === undefined ? {} : { linkTitle }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

/** The target of a link as a path from the root of the source. */
const absoluteTarget = (target: string | null, folder: string): string | null =>
  target === null || !isInternal(target) ? target : posix.join('/', folder, target)
