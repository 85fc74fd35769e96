import { splitFrontMatter } from '#markup/front-matter.ts'
import { notFound } from '../errors.ts'
import type { GivenText, InsertReusable, UpdateReusable } from './changes.ts'
import { type Batch, type Draft, nameRef } from './draft.ts'
import { canonicalReusable, type ReusableEntry } from './entries.ts'
import type { LinkBook } from './link-rows.ts'
import type { Objects } from './objects.ts'
import { storedText } from './settle-texts.ts'
import { tidied } from './texts.ts'
import { conflict, mergeText, mergeValue, spelled } from './three-way.ts'

/** Makes a reusable content; its text is hung in when its links can be resolved. */
export function insertReusable(batch: Batch, draft: Draft, change: InsertReusable, index: number): void {
  const id = change.id ?? batch.newId()
  const at = batch.now.toISOString()
  batch.tree.reusables.put(
    canonicalReusable({ id, title: tidied(change.title), createdAt: at, updatedAt: at }),
  )
  draft.reusableTexts.set(id, { markdown: written(change.document), base: undefined })
  draft.reusables.set(id, { did: 'created', ref: change.ref })
  nameRef(draft.reusableRefs, change.ref, id, index)
}

const written = (text: GivenText | undefined): string => {
  const markdown = tidied(text?.markdown ?? '')
  return text?.isWhole === true ? markdown : splitFrontMatter(markdown).body
}

/** Only what is given changes. @throws {DomainError} `not_found` */
export async function updateReusable(batch: Batch, draft: Draft, change: UpdateReusable): Promise<void> {
  const { tree, now } = batch
  const entry = await tree.reusables.of(change.reusableContent)
  if (entry === null) throw notFound('reusable content', change.reusableContent)
  const base = (await batch.reusablesAtBase?.())?.find(({ id }) => id === entry.id)
  const original = (await tree.reusables.originalOf(entry.id)) ?? entry
  if (change.title !== undefined) {
    const sides = { base: (base ?? original).title, theirs: original.title, ours: tidied(change.title) }
    const merged = mergeValue(sides)
    if (!('value' in merged)) draft.conflicts.push(titleConflict(entry, sides))
    else if (merged.value !== entry.title)
      tree.reusables.put({ ...entry, title: merged.value, updatedAt: now.toISOString() })
  }
  if (change.document !== undefined) {
    draft.reusableTexts.set(entry.id, { markdown: written(change.document), base: base ?? original })
  }
  if (!draft.reusables.has(entry.id)) draft.reusables.set(entry.id, { did: 'updated' })
}

const titleConflict = ({ id, title }: ReusableEntry, sides: Parameters<typeof spelled>[0]) =>
  conflict({ page: { id, title }, kind: 'field', field: 'title', ...spelled(sides) })

/** Pages that show it show nothing in its place then. @throws {DomainError} `not_found` */
export async function deleteReusable({ tree, base }: Batch, draft: Draft, id: string): Promise<void> {
  const entry = await tree.reusables.of(id)
  // Removed on both sides is no clash.
  if (entry === null && base !== null) return
  if (entry === null) throw notFound('reusable content', id)
  tree.reusables.remove(id)
  draft.reusableTexts.delete(id)
  draft.reusables.set(id, { did: 'deleted' })
}

type Settling = Pick<Batch, 'tree' | 'now'> & {
  readonly objects: Objects
  readonly draft: Draft
  readonly links: LinkBook
}

/** Resolves the links of the given texts, merges them with what others wrote, and hangs them in. */
export async function settleReusables({ tree, now, objects, draft, links }: Settling): Promise<void> {
  for (const [id, { markdown, base }] of draft.reusableTexts) {
    const entry = await tree.reusables.of(id)
    if (entry === null) continue
    const ours = await storedText(markdown, '', links, draft)
    const original = await tree.reusables.originalOf(id)
    const hashes = [base?.body, original?.body].filter((hash) => hash !== undefined)
    const texts = await objects.read(hashes)
    const sides = {
      base: texts.get(base?.body ?? '') ?? '',
      theirs: texts.get(original?.body ?? '') ?? '',
      ours,
    }
    const merged = base === undefined ? { value: ours } : mergeText(sides)
    if (!('value' in merged)) {
      const clashes = merged.clashes.map((clash) => ({
        base: clash.base.join('\n'),
        theirs: clash.theirs.join('\n'),
        ours: clash.ours.join('\n'),
      }))
      for (const clash of clashes) {
        draft.conflicts.push(conflict({ page: { id, title: entry.title }, kind: 'block', ...clash }))
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
