import { splitFrontMatter } from '#markup/front-matter.ts'
import { slugOf } from '#markup/slug.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import type { Change, Conflict, GivenFields, InsertPage, NewFile, Outcome, UpdatePage } from './changes.ts'
import {
  canonicalFile,
  canonicalPage,
  type FileEntry,
  isSamePage,
  type PageEntry,
  type Settable,
  settable,
} from './entries.ts'
import { checkedSlug, fieldsIn, fieldsOf, firstTitle, headedBy } from './given-fields.ts'
import type { PageTree, Spot } from './page-tree.ts'
import { checkPlace, checkSlug, slugFor } from './placing.ts'
import type { Snapshot } from './snapshot.ts'
import { tidied } from './texts.ts'
import { conflict, mergeValue, placeNow } from './three-way.ts'

/** What a batch has come to so far. Texts are as they were given; their links are not resolved yet. */
export type Draft = {
  readonly texts: Map<string, string>
  /** Stored texts, put back by reverting: nothing in them needs resolving. */
  readonly reverted: Map<string, PageEntry['body']>
  readonly outcomes: Map<string, Outcome>
  readonly files: (FileEntry & { readonly ref?: string })[]
  readonly pageRefs: Map<string, string>
  readonly fileRefs: Map<string, string>
  readonly conflicts: Conflict[]
}

type Batch = {
  readonly tree: PageTree
  /** What the caller saw, null when that is what there is. */
  readonly base: Snapshot | null
  /** Any revision of the space, to revert to. */
  readonly revision: (id: string) => Promise<Snapshot>
  readonly now: Date
  readonly newId: () => string
}

/**
 * Applies the changes in order to the tree. The first that cannot be is thrown as a `DomainError`: `not_found`,
 * `conflict` (slug or id taken), `invalid_position` or `validation`; clashes with `base` are collected instead.
 */
export async function applyChanges(batch: Batch, changes: readonly Change[]): Promise<Draft> {
  const draft: Draft = {
    texts: new Map(),
    reverted: new Map(),
    outcomes: new Map(),
    files: [],
    pageRefs: new Map(),
    fileRefs: new Map(),
    conflicts: [],
  }
  await batch.tree.prepare(changes.flatMap(pagesNamedBy))
  for (const [index, change] of changes.entries()) await apply(batch, draft, change, index)
  return draft
}

const pagesNamedBy = (change: Change): string[] => {
  if (change.operation === 'insert_files') return []
  const into = 'into' in change ? change.into : null
  const named = change.operation === 'insert_page' ? change.id : change.page
  return [into, named].filter((id) => typeof id === 'string')
}

async function apply(batch: Batch, draft: Draft, change: Change, index: number): Promise<void> {
  switch (change.operation) {
    case 'insert_page':
      return insertPage(batch, draft, change, index)
    case 'update_page':
      return updatePage(batch, draft, change, index)
    case 'delete_page':
      return deletePage(batch, draft, change.page)
    case 'revert_page':
      return revertPage(batch, draft, change.page, change.revision)
    case 'insert_files':
      for (const file of change.files) insertFile(batch, draft, file, index)
  }
}

async function insertPage(batch: Batch, draft: Draft, change: InsertPage, index: number): Promise<void> {
  const { tree, base } = batch
  const type = change.type ?? 'document'
  const parent = change.into ?? null
  if (parent !== null && (await tree.find(parent)) === null) return missing(batch, draft, parent)
  await checkPlace(tree, type, parent)
  const id = change.id ?? batch.newId()
  if ((await tree.find(id)) !== null) throw new DomainError('conflict', `There is a page ${id} already`)

  const { text, fields, headSlug } = readGiven(change)
  const title = fields.title ?? 'Untitled'
  const slug = await slugFor(tree, parent, {
    type,
    title,
    headSlug,
    explicit: checkedSlug(change.slug, index),
  })
  const at = batch.now.toISOString()
  const entry = canonicalPage({ ...fieldsIn(fields), id, type, title, slug, createdAt: at, updatedAt: at })
  await tree.insert(entry, parent, base === null ? change.at : await placeIn(batch, parent, id, change.at))
  if (text !== '' && type === 'document') draft.texts.set(id, text)
  draft.outcomes.set(id, {
    did: 'created',
    page: id,
    ...(change.ref === undefined ? {} : { ref: change.ref }),
  })
  name(draft.pageRefs, change.ref, id, index)
}

/** The text without its head and leading title, and the fields with what those say. */
function readGiven(change: InsertPage) {
  const written = tidied(change.document?.markdown ?? '')
  if (change.isPlanned === true) return { text: written, fields: change, headSlug: change.slug }
  const { data, body } = splitFrontMatter(written)
  const { slug: headSlug, ...head } = fieldsOf(data)
  const heading = headedBy(body, head.title)
  const title = head.title ?? heading?.title ?? change.title ?? firstTitle(body)
  return { text: heading?.rest ?? body, fields: { ...change, ...head, title }, headSlug }
}

async function updatePage(batch: Batch, draft: Draft, change: UpdatePage, index: number): Promise<void> {
  const spot = await batch.tree.find(change.page)
  if (spot === null) return missing(batch, draft, change.page)
  const { data, body } = splitFrontMatter(tidied(change.document?.markdown ?? ''))
  const { slug: headSlug, ...head } = fieldsOf(data)
  const slug = headSlug === undefined ? checkedSlug(change.slug, index) : slugOf(headSlug)
  await setFields(batch, draft, spot, { ...change, ...head, slug })
  if (change.document !== undefined && spot.entry.type === 'document') {
    draft.texts.set(change.page, body)
    draft.reverted.delete(change.page)
  }
  if (change.into !== undefined || change.at !== undefined) await movePage(batch, draft, change, index)
  touch(draft, change.page)
}

async function setFields(
  { tree, base, now }: Batch,
  draft: Draft,
  { entry, parent }: Spot,
  given: GivenFields,
): Promise<void> {
  const wanted: Record<string, unknown> = { ...fieldsIn(given) }
  if (entry.type === 'link') delete wanted.slug
  if (entry.type !== 'link') delete wanted.target
  const before = base?.page(entry.id)?.entry
  const original = (await tree.originalOf(entry.id))?.entry ?? entry
  for (const field of base === null ? [] : settable.filter((key) => key in wanted)) {
    const sides = { base: before?.[field], theirs: original[field], ours: wanted[field] }
    const merged = mergeValue<unknown>(sides)
    if ('value' in merged) wanted[field] = merged.value
    else draft.conflicts.push(fieldConflict(entry, field, sides))
  }
  const next = canonicalPage({ ...entry, ...wanted })
  if (next.slug !== entry.slug) await checkSlug(tree, parent, next.slug)
  if (!isSamePage(next, entry)) await tree.replace({ ...next, updatedAt: now.toISOString() })
}

async function movePage(batch: Batch, draft: Draft, change: UpdatePage, index: number): Promise<void> {
  const { tree, base } = batch
  const spot = await tree.find(change.page)
  if (spot === null) return
  const wanted = change.into === undefined ? spot.parent : change.into
  const parent = base === null ? wanted : await mergedParent(batch, draft, spot, wanted)
  if (parent === undefined) return
  if (parent !== null && (await tree.find(parent)) === null) return missing(batch, draft, parent)
  await checkPlace(tree, spot.entry.type, parent)
  const line = parent === null ? [] : await tree.lineOf(parent)
  if (line.some(({ id }) => id === change.page)) {
    throw new DomainError('invalid_position', 'A page cannot be moved into itself or a page below it', {
      issues: [
        { path: ['body', 'changes', index, 'into'], message: 'Choose a page that is not below this one' },
      ],
    })
  }
  if (parent !== spot.parent) await checkSlug(tree, parent, spot.entry.slug)
  const at = base === null ? change.at : await placeIn(batch, parent, change.page, change.at)
  await tree.move(change.page, parent, at)
}

/** Undefined when both sides moved it, to different places. */
async function mergedParent({ base, tree }: Batch, draft: Draft, spot: Spot, wanted: string | null) {
  const { entry } = spot
  const original = await tree.originalOf(entry.id)
  const sides = { base: base?.page(entry.id)?.parent, theirs: original?.parent ?? null, ours: wanted }
  const merged = mergeValue<string | null | undefined>(sides)
  if ('value' in merged) return merged.value ?? null
  draft.conflicts.push(conflict({ page: named(entry), kind: 'place', ...spelled(sides) }))
  return undefined
}

async function deletePage({ tree, base }: Batch, draft: Draft, id: string): Promise<void> {
  const spot = await tree.find(id)
  const before = base?.page(id)?.entry
  // Removed on both sides is no clash.
  if (spot === null && before !== undefined) return
  if (spot === null) throw notFound('page', id)
  const original = await tree.originalOf(id)
  if (base !== null && original !== null && (before === undefined || !isSamePage(before, original.entry))) {
    draft.conflicts.push(conflict({ page: named(spot.entry), kind: 'page', theirs: original.entry.title }))
  }
  await tree.remove(id)
  draft.texts.delete(id)
  draft.outcomes.set(id, { did: 'deleted', page: id })
}

async function revertPage(batch: Batch, draft: Draft, id: string, revision?: string): Promise<void> {
  const { tree, now } = batch
  const spot = await tree.find(id)
  if (spot === null) throw notFound('page', id)
  if (revision === undefined && batch.base === null) {
    throw invalid([{ path: ['body', 'changes'], message: 'Say which revision to take the page from' }])
  }
  const old = (revision === undefined ? batch.base : await batch.revision(revision))?.page(id)?.entry
  if (old === undefined) throw notFound('page', id)
  if (old.slug !== spot.entry.slug) await checkSlug(tree, spot.parent, old.slug)
  const { children: _, ...fields } = old
  const { children } = spot.entry
  const next = { ...fields, createdAt: spot.entry.createdAt, ...(children === undefined ? {} : { children }) }
  await tree.replace({ ...next, updatedAt: now.toISOString() })
  draft.texts.delete(id)
  draft.reverted.set(id, old.body)
  touch(draft, id)
}

function insertFile({ tree, now, newId }: Batch, draft: Draft, file: NewFile, index: number): void {
  const entry = canonicalFile({
    ...file,
    id: file.id ?? newId(),
    name: tidied(file.name),
    createdAt: now.toISOString(),
  } as FileEntry)
  tree.addFile(entry)
  draft.files.push(file.ref === undefined ? entry : { ...entry, ref: file.ref })
  name(draft.fileRefs, file.ref, entry.id, index)
}

/** A page that the caller saw and somebody has removed since is a clash; one nobody has seen is not there. */
function missing({ base }: Batch, draft: Draft, id: string): void {
  const before = base?.page(id)?.entry
  if (before === undefined) throw notFound('page', id)
  draft.conflicts.push(conflict({ page: named(before), kind: 'page', base: before.title }))
}

async function placeIn({ tree, base }: Batch, parent: string | null, id: string, at: number | undefined) {
  const now = (await tree.childrenOf(parent)).map((entry) => entry.id).filter((other) => other !== id)
  return placeNow(base?.below(parent).filter((other) => other !== id) ?? now, now, at)
}

function name(refs: Map<string, string>, ref: string | undefined, id: string, index: number): void {
  if (ref === undefined) return
  if (refs.has(ref)) {
    throw invalid([
      { path: ['body', 'changes', index, 'ref'], message: `“${ref}” is used twice in this call` },
    ])
  }
  refs.set(ref, id)
}

function touch(draft: Draft, page: string): void {
  if (!draft.outcomes.has(page)) draft.outcomes.set(page, { did: 'updated', page })
}

const named = ({ id, title }: PageEntry) => ({ id, title })

const fieldConflict = (
  entry: PageEntry,
  field: Settable,
  sides: Record<'base' | 'theirs' | 'ours', unknown>,
) => conflict({ page: named(entry), kind: 'field', field, ...spelled(sides) })

function spelled(sides: Record<'base' | 'theirs' | 'ours', unknown>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const given = Object.entries(sides).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([side, value]) => [side, text(value)]))
}
