import { notFound } from '../errors.ts'
import { splitFrontMatter } from '../text-tasks/front-matter.ts'
import type { InsertReusable, RevertReusable, TextInput, UpdateReusable } from './changes.ts'
import { type Batch, type Draft, registerRef } from './draft.ts'
import { canonicalReusable, type ReusableEntry } from './entries.ts'
import type { LinkIndex } from './link-rows.ts'
import type { Objects } from './objects.ts'
import { toStoredText } from './resolve-texts.ts'
import { normalizedText } from './texts.ts'
import { conflictOf, joinedSides, mergeText, mergeValue, sidesAsText } from './three-way.ts'

/** Creates a reusable content; its text is set once its links can be resolved. */
export async function insertReusable(
  batch: Batch,
  draft: Draft,
  change: InsertReusable,
  index: number,
): Promise<void> {
  const id = change.id ?? batch.newId()
  const at = batch.now.toISOString()
  batch.tree.reusables.put(
    canonicalReusable({ id, title: normalizedText(change.title), createdAt: at, updatedAt: at }),
  )
  draft.reusableTexts.set(id, { markdown: await bodyOf(change.document), base: undefined })
  draft.reusables.set(id, { did: 'created', ref: change.ref })
  registerRef(draft.reusableRefs, change.ref, id, index)
}

const bodyOf = async (text: TextInput | undefined): Promise<string> => {
  const markdown = normalizedText(text?.markdown ?? '')
  return text?.isWhole === true ? markdown : (await splitFrontMatter(markdown)).body
}

/** Changes only the fields that are present. @throws {DomainError} `not_found` */
export async function updateReusable(batch: Batch, draft: Draft, change: UpdateReusable): Promise<void> {
  const { tree, now } = batch
  const entry = await tree.reusables.of(change.reusableContent)
  if (entry === null) throw notFound('reusable content', change.reusableContent)
  const base = (await batch.reusablesAtBase?.())?.find(({ id }) => id === entry.id)
  const original = (await tree.reusables.originalOf(entry.id)) ?? entry
  if (change.title !== undefined) {
    const sides = {
      base: (base ?? original).title,
      theirs: original.title,
      ours: normalizedText(change.title),
    }
    const merged = mergeValue(sides)
    if (!('value' in merged)) draft.conflicts.push(titleConflict(entry, sides))
    else if (merged.value !== entry.title)
      tree.reusables.put({ ...entry, title: merged.value, updatedAt: now.toISOString() })
  }
  if (change.document !== undefined) {
    draft.reusableTexts.set(entry.id, { markdown: await bodyOf(change.document), base: base ?? original })
  }
  if (!draft.reusables.has(entry.id)) draft.reusables.set(entry.id, { did: 'updated' })
}

const titleConflict = ({ id, title }: ReusableEntry, sides: Parameters<typeof sidesAsText>[0]) =>
  conflictOf({ page: { id, title }, kind: 'field', field: 'title', ...sidesAsText(sides) })

/** Pages that include it show nothing there from then on. @throws {DomainError} `not_found` */
export async function deleteReusable({ tree, base }: Batch, draft: Draft, id: string): Promise<void> {
  const entry = await tree.reusables.of(id)
  // A reusable content removed on both sides is no conflict.
  if (entry === null && base !== null) return
  if (entry === null) throw notFound('reusable content', id)
  tree.reusables.remove(id)
  draft.reusableTexts.delete(id)
  draft.reusables.set(id, { did: 'deleted' })
}

/** Restores a reusable content as it was in a revision. @throws {DomainError} `not_found` */
export async function revertReusable(
  batch: Batch,
  draft: Draft,
  { reusableContent: id, revision }: RevertReusable,
): Promise<void> {
  const from = revision ?? batch.revertTo
  const before = from === null ? [] : await batch.reusablesOf(from)
  const entry = before.find((one) => one.id === id)
  if (entry === undefined) throw notFound('reusable content', id)
  const isThere = (await batch.tree.reusables.of(id)) !== null
  batch.tree.reusables.put({ ...entry, updatedAt: batch.now.toISOString() })
  draft.reusableTexts.delete(id)
  draft.reusables.set(id, { did: isThere ? 'updated' : 'created' })
}

type ResolveReusablesOptions = Pick<Batch, 'tree' | 'now'> & {
  readonly objects: Objects
  readonly draft: Draft
  readonly links: LinkIndex
}

/** Resolves the links of the new texts, merges them with other changes since `base`, and sets them. */
export async function resolveReusables({
  tree,
  now,
  objects,
  draft,
  links,
}: ResolveReusablesOptions): Promise<void> {
  for (const [id, { markdown, base }] of draft.reusableTexts) {
    const entry = await tree.reusables.of(id)
    if (entry === null) continue
    const ours = await toStoredText(markdown, '', links, draft)
    const original = await tree.reusables.originalOf(id)
    const hashes = [base?.body, original?.body].filter((hash) => hash !== undefined)
    const texts = await objects.read(hashes)
    const sides = {
      base: texts.get(base?.body ?? '') ?? '',
      theirs: texts.get(original?.body ?? '') ?? '',
      ours,
    }
    const merged = base === undefined ? { value: ours } : await mergeText(sides)
    if (!('value' in merged)) {
      for (const conflict of merged.conflicts) {
        const page = { id, title: entry.title }
        draft.conflicts.push(conflictOf({ page, kind: 'block', ...joinedSides(conflict) }))
      }
      continue
    }
    const { body, ...rest } = entry
    const next = merged.value === '' ? undefined : objects.put('text', merged.value)
    if (next === body) continue
    tree.reusables.put({
      ...rest,
      ...(next === undefined ? {} : { body: next }),
      updatedAt: now.toISOString(),
    })
  }
}
