import { rewriteAt } from '#markup/links.ts'
import { takingTurns } from '../turns.ts'
import type { Draft } from './draft.ts'
import { toEditableText } from './editable-text.ts'
import { canonicalPage } from './entries.ts'
import type { LinkIndex, LinkMatches } from './link-rows.ts'
import type { Objects } from './objects.ts'
import { type PageTree, pathOfBreadcrumbs } from './page-tree.ts'
import { parseAhead, parsedText } from './parsed-texts.ts'
import type { KnownText } from './projection.ts'
import type { Snapshot } from './snapshot.ts'
import {
  type LinkCandidates,
  linkCandidates,
  normalizedText,
  pagesLinkedBy,
  suffixOf,
  type TextParts,
} from './texts.ts'
import { conflictOf, mergeText } from './three-way.ts'

/** A new text, parsed once; its links are not resolved yet. */
export type ParsedText = {
  readonly page: string
  readonly markdown: string
  readonly parts: TextParts
  /** By URL, the possible targets; URLs outside the space are left out. */
  readonly candidates: ReadonlyMap<string, LinkCandidates>
}

/** Parses the new texts of pages that still exist. */
export async function parseTexts(
  tree: PageTree,
  texts: ReadonlyMap<string, string>,
): Promise<readonly ParsedText[]> {
  const read: ParsedText[] = []
  const all = [...texts]
  const pause = takingTurns()
  for (let from = 0; from < all.length; from += BATCH_SIZE) {
    const some = all.slice(from, from + BATCH_SIZE)
    await parseAhead(some.map(([, markdown]) => markdown))
    for (const [page, markdown] of some) {
      await pause()
      if ((await tree.find(page)) === null) continue
      read.push(await parseText(page, markdown, pathOfBreadcrumbs(await tree.lineOf(page)) ?? ''))
    }
  }
  return read
}

const BATCH_SIZE = 50

async function parseText(page: string, markdown: string, path: string): Promise<ParsedText> {
  const parts = await parsedText(markdown)
  const meant = parts.links.flatMap(({ url }) => {
    const candidate = linkCandidates(url, path)
    return candidate === null ? [] : [[url, candidate] as const]
  })
  return { page, markdown, parts, candidates: new Map(meant) }
}

/** The stored form of a text of the page at `path`, with its links resolved. */
export async function toStoredText(
  markdown: string,
  path: string,
  links: LinkIndex,
  refs: Refs = { pageRefs: new Map(), fileRefs: new Map(), files: [] },
): Promise<string> {
  const text = await parseText('', normalizedText(markdown), path)
  const matches = await links.lookUp(linkQueryOf([text]))
  return withResolvedLinks(text, matches, refs).markdown
}

export type ResolveTextsOptions = {
  readonly tree: PageTree
  readonly base: Snapshot | null
  readonly objects: Objects
  readonly draft: Draft
  readonly links: LinkIndex
  readonly now: Date
}

/**
 * Resolves the links of the new texts, merges them with other changes since `base`, and sets them in the tree.
 * Conflicts are added to the draft.
 * @returns the parsed texts by page
 */
export async function resolveTexts(
  options: ResolveTextsOptions,
  texts: readonly ParsedText[],
): Promise<ReadonlyMap<string, KnownText>> {
  const known = new Map<string, KnownText>()
  const matches = await options.links.lookUp(linkQueryOf(texts))
  const pause = takingTurns()
  for (const text of texts) {
    await pause()
    const { markdown, urls } = withResolvedLinks(text, matches, options.draft)
    const merged = options.base === null ? markdown : await mergedText(options, text.page, markdown)
    if (merged === undefined) continue
    if (merged === markdown) known.set(text.page, { markdown, parts: text.parts, urls })
    await setText(options, text.page, merged)
  }
  return known
}

async function setText(
  { tree, objects, now }: ResolveTextsOptions,
  page: string,
  text: string,
): Promise<void> {
  const location = await tree.find(page)
  if (location === null) return
  const { body, ...rest } = location.entry
  const hash = text === '' ? undefined : objects.put('text', text)
  if (hash === body) return
  const next = hash === undefined ? rest : { ...rest, body: hash }
  await tree.replace(canonicalPage({ ...next, updatedAt: now.toISOString() }))
}

function linkQueryOf(texts: readonly ParsedText[]) {
  const all = texts.flatMap(({ candidates }) => [...candidates.values()])
  const unique = (pick: (meant: LinkCandidates) => readonly string[]) => [...new Set(all.flatMap(pick))]
  return {
    pageIds: unique(({ pageIds }) => pageIds),
    fileIds: unique(({ fileIds }) => fileIds),
    paths: unique(({ paths }) => paths),
  }
}

/** The text with canonical links, and its URLs. */
function withResolvedLinks({ markdown, parts, candidates }: ParsedText, matches: LinkMatches, draft: Refs) {
  const canonical = new Map<string, string>()
  for (const [url, candidate] of candidates) {
    const target = targetIn(candidate, matches, draft)
    if (target !== null) canonical.set(url, target + suffixOf(url))
  }
  const urls = parts.links.map(({ url }) => canonical.get(url) ?? url)
  const isAsWritten = parts.links.every(({ url }, index) => url === urls[index])
  return {
    markdown: isAsWritten
      ? markdown
      : rewriteAt(markdown, parts.links, ({ url }) => canonical.get(url) ?? null),
    urls,
  }
}

/** Pages and files of the batch itself that its texts can link to. */
type Refs = Pick<Draft, 'pageRefs' | 'fileRefs' | 'files'>

function targetIn(
  meant: LinkCandidates,
  matches: LinkMatches,
  { pageRefs, fileRefs, files }: Refs,
): string | null {
  const path = meant.paths.find((one) => matches.paths.has(one))
  const page =
    firstOf(meant.pageRefs, (ref) => pageRefs.get(ref)) ??
    meant.pageIds.find((id) => matches.pages.has(id)) ??
    (path === undefined ? undefined : matches.paths.get(path))
  if (page !== undefined) return `/pages/${page}`
  const file =
    firstOf(meant.fileRefs, (ref) => fileRefs.get(ref)) ??
    meant.fileIds.find((id) => matches.files.has(id) || files.some((one) => one.id === id))
  return file === undefined ? null : `/files/${file}`
}

function firstOf<T>(keys: readonly string[], get: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const value = get(key)
    if (value !== undefined) return value
  }
  return undefined
}

/** Undefined if both sides changed the same lines. */
async function mergedText(
  { tree, base, objects, draft, links }: ResolveTextsOptions,
  page: string,
  ours: string,
): Promise<string | undefined> {
  const original = await tree.originalOf(page)
  if (original === null) return ours
  const before = base?.page(page)?.entry.body
  const current = original.entry.body
  const texts = await objects.read([before, current].filter((hash) => hash !== undefined))
  const sides = { base: texts.get(before ?? '') ?? '', theirs: texts.get(current ?? '') ?? '', ours }
  const merged = await mergeText(sides)
  if ('value' in merged) return merged.value
  const { id, title } = original.entry
  const paths = await links.pathsOf(Object.values(sides).flatMap(pagesLinkedBy))
  for (const { base, theirs, ours } of merged.conflicts) {
    const editable = (lines: readonly string[]) => toEditableText(lines.join('\n'), paths)
    const texts = { base: await editable(base), theirs: await editable(theirs), ours: await editable(ours) }
    draft.conflicts.push(conflictOf({ page: { id, title }, kind: 'block', ...texts }))
  }
  return undefined
}
