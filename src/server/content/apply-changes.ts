import { slugOf } from '#markup/slug.ts'
import { DomainError, notFound } from '../errors.ts'
import { splitFrontMatter } from '../text-tasks/front-matter.ts'
import { takingTurns } from '../turns.ts'
import { deleteFile, insertFile, revertFile, updateFile } from './change-files.ts'
import { deleteReusable, insertReusable, revertReusable, updateReusable } from './change-reusables.ts'
import { updateVariables } from './change-variables.ts'
import type { Change, InsertPage, PageFields, UpdatePage } from './changes.ts'
import { type Batch, type Draft, registerRef, touch } from './draft.ts'
import { canonicalPage, isSamePage, type PageEntry, type Settable, settable } from './entries.ts'
import { checkedSlug, entryFields, firstTitle, frontMatterFields, leadingHeadingOf } from './page-fields.ts'
import { checkParent, checkSlug, slugFor } from './page-rules.ts'
import type { PageLocation } from './page-tree.ts'
import { pagesPut, putEntries } from './put-entries.ts'
import { revertPage } from './revert-page.ts'
import { withTags } from './space-values.ts'
import { normalizedText } from './texts.ts'
import { conflictOf, currentIndex, mergeValue, sidesAsText } from './three-way.ts'

/**
 * Applies the changes to the tree in order. The first impossible change throws a `DomainError`: `not_found`,
 * `conflict` (slug or id taken), `invalid_position` or `validation`; conflicts with changes since `base` are collected
 * instead.
 */
export async function applyChanges(batch: Batch, changes: readonly Change[]): Promise<Draft> {
  const draft: Draft = {
    texts: new Map(),
    reverted: new Map(),
    outcomes: new Map(),
    files: [],
    pageRefs: new Map(),
    fileRefs: new Map(),
    reusables: new Map(),
    reusableRefs: new Map(),
    reusableTexts: new Map(),
    conflicts: [],
  }
  await batch.tree.prepare(pagesMentionedIn(changes))
  const pause = takingTurns()
  for (const [index, change] of changes.entries()) {
    await pause()
    await apply(batch, draft, change, index)
  }
  return draft
}

/** Ids of pages in a batch, which need not exist. */
export const pagesMentionedIn = (changes: readonly Change[]): string[] => changes.flatMap(pagesIn)

const pagesIn = (change: Change): string[] => {
  if (change.operation === 'insert_files' || 'file' in change) return []
  if (change.operation === 'update_variables' || change.operation === 'add_tags') return []
  if (change.operation === 'insert_reusable_content' || 'reusableContent' in change) return []
  if (change.operation === 'put_entries') return pagesPut(change)
  const into = 'into' in change ? change.into : null
  const named = change.operation === 'insert_page' ? change.id : change.page
  return [into, named].filter((id) => typeof id === 'string')
}

/** The texts of pages that a batch writes, to be parsed before anything is locked. */
export async function textsIn(changes: readonly Change[]): Promise<readonly string[]> {
  const texts: string[] = []
  const pause = takingTurns()
  for (const change of changes) {
    await pause()
    if (change.operation === 'insert_page') texts.push((await readInput(change)).text)
    if (change.operation === 'update_page' && change.document !== undefined)
      texts.push((await readUpdate(change)).body)
  }
  return texts.filter((text) => text !== '')
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
      return
    case 'update_file':
      return updateFile(batch, change)
    case 'delete_file':
      return deleteFile(batch, change.file)
    case 'revert_file':
      return revertFile(batch, change.file, change.revision)
    case 'insert_reusable_content':
      return insertReusable(batch, draft, change, index)
    case 'update_reusable_content':
      return updateReusable(batch, draft, change)
    case 'delete_reusable_content':
      return deleteReusable(batch, draft, change.reusableContent)
    case 'revert_reusable_content':
      return revertReusable(batch, draft, change)
    case 'update_variables':
      return updateVariables(batch, draft, change)
    case 'add_tags':
      return batch.tree.values.putTags(withTags(change.tags, await batch.tree.values.tags()))
    case 'put_entries':
      return putEntries(batch, draft, change)
  }
}

async function insertPage(batch: Batch, draft: Draft, change: InsertPage, index: number): Promise<void> {
  const { tree, base } = batch
  const type = change.type ?? 'document'
  const parent = change.into ?? null
  if (parent !== null && (await tree.find(parent)) === null) return reportMissing(batch, draft, parent)
  await checkParent(tree, type, parent)
  const id = change.id ?? batch.newId()
  if (change.id !== undefined && (await tree.find(id)) !== null)
    throw new DomainError('conflict', `The page ${id} already exists`)

  const { text, fields, headSlug } = await readInput(change)
  const title = fields.title ?? 'Untitled'
  const slug = await slugFor(tree, parent, {
    type,
    title,
    headSlug,
    explicit: checkedSlug(change.slug, index),
  })
  const at = batch.now.toISOString()
  const entry = canonicalPage({ ...entryFields(fields), id, type, title, slug, createdAt: at, updatedAt: at })
  await tree.insert(
    entry,
    parent,
    base === null ? change.at : await indexAmongSiblings(batch, parent, id, change.at),
  )
  if (text !== '' && type === 'document') draft.texts.set(id, text)
  draft.outcomes.set(id, {
    did: 'created',
    page: id,
    ...(change.ref === undefined ? {} : { ref: change.ref }),
  })
  registerRef(draft.pageRefs, change.ref, id, index)
}

type PageInput = Awaited<ReturnType<typeof inputOf>>

/** What was read from changes before anything was locked. */
const inputs = new WeakMap<InsertPage, Promise<PageInput>>()

/** The text without its front matter and leading title, and the fields including the values from both. */
function readInput(change: InsertPage): Promise<PageInput> {
  const input = inputs.get(change) ?? inputOf(change)
  inputs.set(change, input)
  return input
}

async function inputOf(change: InsertPage) {
  const written = normalizedText(change.document?.markdown ?? '')
  if (change.isPlanned === true) return { text: written, fields: change, headSlug: change.slug }
  if (change.document?.isWhole === true) {
    return {
      text: written,
      fields: { ...change, title: change.title ?? (await firstTitle(written)) },
      headSlug: undefined,
    }
  }
  const { data, body } = await splitFrontMatter(written)
  const { slug: headSlug, ...head } = frontMatterFields(data)
  const heading = leadingHeadingOf(body, head.title)
  const title = head.title ?? heading?.title ?? change.title ?? (await firstTitle(body))
  return { text: heading?.rest ?? body, fields: { ...change, ...head, title }, headSlug }
}

async function updatePage(batch: Batch, draft: Draft, change: UpdatePage, index: number): Promise<void> {
  const location = await batch.tree.find(change.page)
  if (location === null) return reportMissing(batch, draft, change.page)
  const { data, body } = await readUpdate(change)
  const { slug: headSlug, ...head } = frontMatterFields(data)
  const slug = headSlug === undefined ? checkedSlug(change.slug, index) : slugOf(headSlug)
  await setFields(batch, draft, location, { ...change, ...head, slug })
  if (change.document !== undefined && location.entry.type === 'document') {
    draft.texts.set(change.page, body)
    draft.reverted.delete(change.page)
  }
  if (change.into !== undefined || change.at !== undefined) await movePage(batch, draft, change, index)
  touch(draft, change.page)
}

async function readUpdate({ document }: UpdatePage): Promise<Awaited<ReturnType<typeof splitFrontMatter>>> {
  const written = normalizedText(document?.markdown ?? '')
  return document?.isWhole === true ? { data: {}, body: written } : splitFrontMatter(written)
}

async function setFields(
  { tree, base, now }: Batch,
  draft: Draft,
  { entry, parent }: PageLocation,
  input: PageFields,
): Promise<void> {
  const requested: Record<string, unknown> = { ...entryFields(input) }
  if (entry.type === 'link') delete requested.slug
  if (entry.type !== 'link') delete requested.target
  const before = base?.page(entry.id)?.entry
  const original = (await tree.originalOf(entry.id))?.entry ?? entry
  for (const field of base === null ? [] : settable.filter((key) => key in requested)) {
    const sides = { base: before?.[field], theirs: original[field], ours: requested[field] }
    const merged = mergeValue<unknown>(sides)
    if ('value' in merged) requested[field] = merged.value
    else draft.conflicts.push(fieldConflict(entry, field, sides))
  }
  const next = canonicalPage({ ...entry, ...requested })
  if (next.slug !== entry.slug) await checkSlug(tree, parent, next.slug)
  if (!isSamePage(next, entry)) await tree.replace({ ...next, updatedAt: now.toISOString() })
}

async function movePage(batch: Batch, draft: Draft, change: UpdatePage, index: number): Promise<void> {
  const { tree, base } = batch
  const location = await tree.find(change.page)
  if (location === null) return
  const requested = change.into === undefined ? location.parent : change.into
  const parent = base === null ? requested : await mergedParent(batch, draft, location, requested)
  if (parent === undefined) return
  if (parent !== null && (await tree.find(parent)) === null) return reportMissing(batch, draft, parent)
  await checkParent(tree, location.entry.type, parent)
  const breadcrumbs = parent === null ? [] : await tree.lineOf(parent)
  if (breadcrumbs.some(({ id }) => id === change.page)) {
    throw new DomainError('invalid_position', 'A page can’t be moved into itself or a page below it', {
      issues: [
        { path: ['body', 'changes', index, 'into'], message: 'Choose a page that isn’t below this one' },
      ],
    })
  }
  if (parent !== location.parent) await checkSlug(tree, parent, location.entry.slug)
  const at = base === null ? change.at : await indexAmongSiblings(batch, parent, change.page, change.at)
  await tree.move(change.page, parent, at)
}

/** Undefined if both sides moved the page to different parents. */
async function mergedParent(
  { base, tree }: Batch,
  draft: Draft,
  location: PageLocation,
  requested: string | null,
) {
  const { entry } = location
  const original = await tree.originalOf(entry.id)
  const sides = { base: base?.page(entry.id)?.parent, theirs: original?.parent ?? null, ours: requested }
  const merged = mergeValue<string | null | undefined>(sides)
  if ('value' in merged) return merged.value ?? null
  draft.conflicts.push(conflictOf({ page: pageRef(entry), kind: 'place', ...sidesAsText(sides) }))
  return undefined
}

async function deletePage({ tree, base }: Batch, draft: Draft, id: string): Promise<void> {
  const location = await tree.find(id)
  const before = base?.page(id)?.entry
  // A page removed on both sides is no conflict.
  if (location === null && before !== undefined) return
  if (location === null) throw notFound('page', id)
  const original = await tree.originalOf(id)
  if (base !== null && original !== null && (before === undefined || !isSamePage(before, original.entry))) {
    draft.conflicts.push(
      conflictOf({ page: pageRef(location.entry), kind: 'page', theirs: original.entry.title }),
    )
  }
  await tree.remove(id)
  draft.texts.delete(id)
  draft.outcomes.set(id, { did: 'deleted', page: id })
}

/** A page that was removed after the caller saw it is a conflict; an unknown page is a 404. */
function reportMissing({ base }: Batch, draft: Draft, id: string): void {
  const before = base?.page(id)?.entry
  if (before === undefined) throw notFound('page', id)
  draft.conflicts.push(conflictOf({ page: pageRef(before), kind: 'page', base: before.title }))
}

async function indexAmongSiblings(
  { tree, base }: Batch,
  parent: string | null,
  id: string,
  at: number | undefined,
) {
  const now = (await tree.childrenOf(parent)).map((entry) => entry.id).filter((other) => other !== id)
  return currentIndex(base?.below(parent).filter((other) => other !== id) ?? now, now, at)
}

const pageRef = ({ id, title }: PageEntry) => ({ id, title })

const fieldConflict = (
  entry: PageEntry,
  field: Settable,
  sides: Record<'base' | 'theirs' | 'ours', unknown>,
) => conflictOf({ page: pageRef(entry), kind: 'field', field, ...sidesAsText(sides) })
