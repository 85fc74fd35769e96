import { idsMentionedIn, withMentionedIds } from '#markup/includes.ts'
import {
  canonicalReusable,
  type FileEntry,
  type ReusableEntry,
  type TagEntry,
} from '../../content/entries.ts'
import type { Objects } from '../../content/objects.ts'
import { bodiesOf, type Content } from '../../content/read.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { PlanInput } from './plan-input.ts'
import { rewritten } from './rewriting.ts'
import { filesInFields, filesUsedBy, type MoveMap, movedUrl, tagsOf } from './rules.ts'

/** The texts of the reusable contents that some texts include, directly or through others, by id. */
export async function includedTexts(
  db: Db | Tx,
  source: Content,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const included = new Map<string, string>()
  const queue = texts.flatMap(idsMentionedIn)
  if (queue.length === 0) return included
  const all = await bodiesOf(db, source.at.organizationId, await source.reusables())
  for (const id of queue) {
    const text = included.has(id) ? undefined : all.get(id)
    if (text === undefined) continue
    included.set(id, text)
    queue.push(...idsMentionedIn(text))
  }
  return included
}

/** The files that the pages use, with their ids in the target: the same, unless another file has it there. */
export async function copiedFiles({ source, target, pages, newId }: PlanInput, texts: readonly string[]) {
  const used = new Set([...texts.flatMap(filesUsedBy), ...pages.flatMap(({ entry }) => filesInFields(entry))])
  const ids = new Map<string, string>()
  const added: FileEntry[] = []
  if (used.size === 0) return { ids, added }
  const there = new Map((await target.files()).map((file) => [file.id, file]))
  for (const file of await source.files()) {
    if (!used.has(file.id)) continue
    const other = there.get(file.id)
    const isThere = other?.blob === file.blob
    const id = other === undefined || isThere ? file.id : newId()
    ids.set(file.id, id)
    if (!isThere) added.push({ ...file, id })
  }
  return { ids, added }
}

type ReusableOptions = {
  readonly objects: Objects
  readonly map: MoveMap
  readonly included: ReadonlyMap<string, string>
  /** The texts that the reusable contents of the target have after the move. */
  readonly texts: ReadonlyMap<string, string>
}

/**
 * The reusable contents that the pages include and the target does not have, and the ids that differ there: another
 * reusable content of the target keeps its id and text.
 */
export async function copiedReusables(
  { source, newId }: PlanInput,
  { objects, map, included, texts }: ReusableOptions,
) {
  const copies: { readonly entry: ReusableEntry; readonly text: string }[] = []
  const ids = new Map<string, string>()
  for (const entry of included.size === 0 ? [] : await source.reusables()) {
    const original = included.get(entry.id)
    if (original === undefined) continue
    const text = await rewritten(original, map, movedUrl)
    if (texts.get(entry.id) === text) continue
    const id = texts.has(entry.id) ? newId() : entry.id
    if (id !== entry.id) ids.set(entry.id, id)
    copies.push({ entry: { ...entry, id }, text })
  }
  const added = copies.map(({ entry: { body: _, ...entry }, text }) => {
    const body = text === '' ? {} : { body: objects.put('text', withMentionedIds(text, ids)) }
    return canonicalReusable({ ...entry, ...body })
  })
  return { added, ids }
}

/** The tags of the pages that only the source defines. */
export async function missingTags({ source, target, pages }: PlanInput): Promise<readonly TagEntry[]> {
  const used = new Set(pages.flatMap(({ entry }) => tagsOf(entry)))
  if (used.size === 0) return []
  const there = new Set((await target.tags()).map(({ slug }) => slug))
  return (await source.tags()).filter(({ slug }) => used.has(slug) && !there.has(slug))
}
