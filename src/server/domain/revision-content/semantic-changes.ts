import type { SemanticChange } from '#contract/semantic-changes.ts'
import { type FileEntry, type PageEntry, type ReusableEntry, settable } from '../../content/entries.ts'
import type { FileDiff } from '../../content/file-diff.ts'
import { fileUrl } from '../../content/files.ts'
import type { diffReusables } from '../../content/reusables.ts'
import { movedIds } from '../../content/sequences.ts'
import type { diffTags } from '../../content/space-values.ts'
import { hasSameContent, pathIn, type Side, type TreeDiff } from '../../content/tree-diff.ts'
import type { Urls } from '../../urls.ts'
import { defaultLayout } from './present.ts'
import { presentReusable } from './reusable-contents.ts'

type UrlContext = { readonly urls: Urls; readonly spaceId: string }
type ChangedPage = Extract<SemanticChange, { type: 'page_edited' }>['page']

/** The changes between two revisions in the order of their pages, followed by those of files. */
export function semanticChangesOf(diff: TreeDiff, files: FileDiff, context: UrlContext): SemanticChange[] {
  const changes = [...changesBelow(diff, null, new Set())]
  for (const file of files.added) changes.push({ type: 'file_created', file: changedFile(file, context) })
  for (const { after } of files.edited)
    changes.push({ type: 'file_edited', file: changedFile(after, context) })
  for (const file of files.removed) changes.push({ type: 'file_deleted', file: changedFile(file, context) })
  return changes
}

/** Moved pages are listed at their new position. */
function* changesBelow(
  diff: TreeDiff,
  owner: string | null,
  reported: Set<string>,
): Generator<SemanticChange> {
  const folder = diff.folders.get(owner)
  if (folder === undefined) return
  const reordered = movedIds(idsOf(folder.before), idsOf(folder.after))
  const deleted = folder.before.filter(({ id }) => diff.pages.get(id)?.after === null)
  for (const { id } of [...folder.after, ...deleted]) {
    if (reported.has(id)) continue
    reported.add(id)
    yield* changesOf(diff, id, reordered.has(id))
    yield* changesBelow(diff, id, reported)
  }
}

const idsOf = (entries: readonly PageEntry[]) => entries.map(({ id }) => id)

function* changesOf(diff: TreeDiff, id: string, isReordered: boolean): Generator<SemanticChange> {
  const { before, after } = diff.pages.get(id) ?? { before: null, after: null }
  if (before === null && after === null) return
  if (before === null) return yield { type: 'page_created', page: changedPage(diff, 'after', id) }
  if (after === null) return yield { type: 'page_deleted', page: changedPage(diff, 'before', id) }
  const page = changedPage(diff, 'after', id)
  if (before.parent !== after.parent || isReordered) {
    const parent = { ...sideOf(diff, 'before', before.parent), ...sideOf(diff, 'after', after.parent) }
    yield { type: 'page_moved', page, parent }
  }
  if (!hasSameContent(before.entry, after.entry)) {
    yield { type: 'page_edited', page, attributes: attributesOf(before.entry, after.entry) }
  }
}

const sideOf = (diff: TreeDiff, side: Side, parent: string | null) =>
  parent === null ? {} : { [side]: changedPage(diff, side, parent) }

function changedPage(diff: TreeDiff, side: Side, id: string): ChangedPage {
  const entry = diff.pages.get(id)?.[side]?.entry
  const path = pathIn(diff, side, id)
  return {
    id,
    type: entry?.type ?? 'document',
    title: entry?.title ?? '',
    ...(path === null ? {} : { path }),
  }
}

/** The fields that differ; a side without a value is left out. */
function attributesOf(before: PageEntry, after: PageEntry) {
  const attributes: Record<string, { before?: unknown; after?: unknown }> = {}
  const note = (name: string, was: unknown, is: unknown) => {
    if (JSON.stringify(was) === JSON.stringify(is)) return
    attributes[name] = {
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    }
  }
  for (const field of settable) note(field, valueOf(before, field), valueOf(after, field))
  note('document', before.body, after.body)
  return attributes as Extract<SemanticChange, { type: 'page_edited' }>['attributes']
}

/** The value as `presentPage` returns it. */
function valueOf(entry: PageEntry, field: (typeof settable)[number]): unknown {
  if (field === 'cover' && entry.cover !== undefined) return { yPos: 0, ...entry.cover }
  if (field === 'layout' && entry.layout !== undefined) return { ...defaultLayout, ...entry.layout }
  return entry[field]
}

const changedFile = (file: FileEntry, { urls, spaceId }: UrlContext) => ({
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: fileUrl(urls, spaceId, file),
})

type Reusables = Awaited<ReturnType<typeof diffReusables>>

/** The changes of reusable content, in the order in which it was created. */
export function reusableChangesOf({ added, edited, removed }: Reusables): SemanticChange[] {
  const reported = (type: ReusableChange['type']) => (entry: ReusableEntry) => ({
    type,
    reusableContent: presentReusable(entry),
  })
  return [
    ...added.map(reported('reusable_content_created')),
    ...edited.map(reported('reusable_content_edited')),
    ...removed.map(reported('reusable_content_deleted')),
  ]
}

type ReusableChange = Extract<SemanticChange, { reusableContent: unknown }>

type Values = { readonly variables: readonly string[]; readonly tags: Awaited<ReturnType<typeof diffTags>> }

/** The changes of variables and tags. */
export function valueChangesOf({ variables, tags }: Values): SemanticChange[] {
  const reported = (type: TagChange['type']) => (tag: TagChange['tag']) => ({ type, tag })
  return [
    ...(variables.length === 0 ? [] : [{ type: 'variables_edited' as const, variables: [...variables] }]),
    ...tags.added.map(reported('tag_created')),
    ...tags.edited.map(reported('tag_edited')),
    ...tags.removed.map(reported('tag_deleted')),
  ]
}

type TagChange = Extract<SemanticChange, { tag: unknown }>
