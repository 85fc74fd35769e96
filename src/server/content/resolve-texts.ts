import { setImmediate as breathe } from 'node:timers/promises'
import { rewriteLinks } from '#markup/links.ts'
import type { Draft } from './draft.ts'
import { canonicalPage } from './entries.ts'
import type { LinkIndex, LinkMatches } from './link-rows.ts'
import type { Objects } from './objects.ts'
import { type PageTree, pathOfBreadcrumbs } from './page-tree.ts'
import type { KnownText } from './projection.ts'
import type { Snapshot } from './snapshot.ts'
import {
  type LinkCandidates,
  linkCandidates,
  normalizedText,
  pagesLinkedBy,
  partsOf,
  suffixOf,
  type TextParts,
  toEditableText,
} from './texts.ts'
import { conflictOf, mergeText } from './three-way.ts'

/** A given text, read once; its links are not resolved yet. */
export type ParsedText = {
  readonly page: string
  readonly markdown: string
  readonly parts: TextParts
  /** By address, what it may mean; addresses that lead elsewhere are not there. */
  readonly candidates: ReadonlyMap<string, LinkCandidates>
}

/** Reads the given texts of pages that are still there. */
export async function parseTexts(
  tree: PageTree,
  texts: ReadonlyMap<string, string>,
): Promise<readonly ParsedText[]> {
  const read: ParsedText[] = []
  for (const [page, markdown] of texts) {
    if ((await tree.find(page)) === null) continue
    read.push(parseText(page, markdown, pathOfBreadcrumbs(await tree.lineOf(page)) ?? ''))
    if (read.length % 20 === 0) await breathe()
  }
  return read
}

function parseText(page: string, markdown: string, path: string): ParsedText {
  const parts = partsOf(markdown)
  const meant = parts.links.flatMap(({ url }) => {
    const meaning = linkCandidates(url, path)
    return meaning === null ? [] : [[url, meaning] as const]
  })
  return { page, markdown, parts, candidates: new Map(meant) }
}

/** A text of the page at `path` as it is stored, with its links resolved. */
export async function toStoredText(
  markdown: string,
  path: string,
  links: LinkIndex,
  refs: Refs = { pageRefs: new Map(), fileRefs: new Map(), files: [] },
): Promise<string> {
  const text = parseText('', normalizedText(markdown), path)
  const found = await links.lookUp(linkQueryOf([text]))
  return withResolvedLinks(text, found, refs).markdown
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
 * Resolves the links of the given texts, merges them with what others wrote since `base`, and hangs them into
 * the tree. Clashes go to the draft's conflicts.
 * @returns what is known of the texts by now, by page
 */
export async function resolveTexts(
  settling: ResolveTextsOptions,
  texts: readonly ParsedText[],
): Promise<ReadonlyMap<string, KnownText>> {
  const known = new Map<string, KnownText>()
  const found = await settling.links.lookUp(linkQueryOf(texts))
  for (const [index, text] of texts.entries()) {
    if (index % 20 === 19) await breathe()
    const { markdown, urls } = withResolvedLinks(text, found, settling.draft)
    const merged = settling.base === null ? markdown : await mergedText(settling, text.page, markdown)
    if (merged === undefined) continue
    if (merged === markdown) known.set(text.page, { markdown, parts: text.parts, urls })
    await setText(settling, text.page, merged)
  }
  return known
}

async function setText(
  { tree, objects, now }: ResolveTextsOptions,
  page: string,
  text: string,
): Promise<void> {
  const spot = await tree.find(page)
  if (spot === null) return
  const { body, ...rest } = spot.entry
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

/** The text with canonical links, and the addresses in it. */
function withResolvedLinks({ markdown, parts, candidates }: ParsedText, found: LinkMatches, draft: Refs) {
  const canonical = new Map<string, string>()
  for (const [url, meaning] of candidates) {
    const target = targetIn(meaning, found, draft)
    if (target !== null) canonical.set(url, target + suffixOf(url))
  }
  const urls = parts.links.map(({ url }) => canonical.get(url) ?? url)
  const isAsWritten = parts.links.every(({ url }, index) => url === urls[index])
  return {
    markdown: isAsWritten ? markdown : rewriteLinks(markdown, ({ url }) => canonical.get(url) ?? null),
    urls,
  }
}

/** What the texts of a batch may name that the batch itself brings. */
type Refs = Pick<Draft, 'pageRefs' | 'fileRefs' | 'files'>

function targetIn(
  meant: LinkCandidates,
  found: LinkMatches,
  { pageRefs, fileRefs, files }: Refs,
): string | null {
  const path = meant.paths.find((one) => found.paths.has(one))
  const page =
    firstOf(meant.pageRefs, (ref) => pageRefs.get(ref)) ??
    meant.pageIds.find((id) => found.pages.has(id)) ??
    (path === undefined ? undefined : found.paths.get(path))
  if (page !== undefined) return `/pages/${page}`
  const file =
    firstOf(meant.fileRefs, (ref) => fileRefs.get(ref)) ??
    meant.fileIds.find((id) => found.files.has(id) || files.some((one) => one.id === id))
  return file === undefined ? null : `/files/${file}`
}

function firstOf<T>(keys: readonly string[], get: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const value = get(key)
    if (value !== undefined) return value
  }
  return undefined
}

/** Undefined when both sides changed the same lines. */
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
  const merged = mergeText(sides)
  if ('value' in merged) return merged.value
  const { id, title } = original.entry
  const paths = await links.pathsOf(Object.values(sides).flatMap(pagesLinkedBy))
  for (const clash of merged.clashes) {
    const spoken = (lines: readonly string[]) => toEditableText(lines.join('\n'), paths)
    const { base: was, theirs, ours: wanted } = clash
    const texts = { base: spoken(was), theirs: spoken(theirs), ours: spoken(wanted) }
    draft.conflicts.push(conflictOf({ page: { id, title }, kind: 'block', ...texts }))
  }
  return undefined
}
