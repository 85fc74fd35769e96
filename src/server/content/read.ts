import { sql } from 'kysely'
import { idsMentionedIn, mayInclude } from '#markup/includes.ts'
import type { Db, Tx } from '../db/client.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { toEditableText } from './editable-text.ts'
import type { FileEntry, PageEntry, ReusableEntry, TagEntry, Variables } from './entries.ts'
import { readList } from './lists.ts'
import { objectsOf } from './objects.ts'
import { readRoot } from './page-tree.ts'
import { reusablesIn } from './reusables.ts'
import { headOf, type Revision, revisionAt } from './revision-rows.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import type { SpaceRef } from './space-ref.ts'
import { tagsIn, variablesIn } from './space-values.ts'
import { pagesLinkedBy } from './texts.ts'

/** The content of one revision. Everything in it is shared and must not be changed. */
export type Content = {
  readonly at: SpaceRef
  readonly revision: Revision
  readonly tree: Snapshot
  readonly files: () => Promise<readonly FileEntry[]>
  readonly reusables: () => Promise<readonly ReusableEntry[]>
  readonly variables: () => Promise<Variables>
  readonly tags: () => Promise<readonly TagEntry[]>
  /** What the reader sees of a text, on a page with these variables; absent when they see all of it. */
  readonly shownText?: (body: string, page?: Variables) => Promise<string>
}

/** The content of a space's head, or of one of its revisions. @throws {DomainError} `not_found` */
export async function contentOf(db: Db | Tx, at: SpaceRef, revisionId?: string): Promise<Content> {
  const revision = revisionId === undefined ? await headOf(db, at) : await revisionAt(db, at, revisionId)
  const objects = objectsOf(db, at.organizationId)
  const root = await readRoot(objects, revision.root)
  const tree = await snapshotOf(objects, at.spaceId, root)
  const files = async () => (await readList<FileEntry>(objects, root.files)).flatMap(({ items }) => items)
  return {
    at,
    revision,
    tree,
    files,
    reusables: () => reusablesIn(objects, root),
    variables: () => variablesIn(objects, root),
    tags: () => tagsIn(objects, root),
  }
}

type TextOwner = Pick<PageEntry, 'id' | 'body' | 'variables'> | ReusableEntry

/** The stored text of a page or a reusable content: links to pages are `/pages/<id>`, to files `/files/<id>`. */
export async function bodyOf(db: Db | Tx, organizationId: string, entry: TextOwner): Promise<string> {
  return (await bodiesOf(db, organizationId, [entry])).get(entry.id) ?? ''
}

/** A stored text as the reader of the content sees it. */
export async function shownBodyOf(
  db: Db | Tx,
  { at, shownText }: Pick<Content, 'at' | 'shownText'>,
  entry: TextOwner,
): Promise<string> {
  const body = await bodyOf(db, at.organizationId, entry)
  return shownText === undefined ? body : shownText(body, 'variables' in entry ? entry.variables : undefined)
}

/** A stored text with the reusable contents that it includes, from the same revision. */
export async function withReusables(db: Db | Tx, { at, reusables }: Content, body: string): Promise<string> {
  if (!mayInclude(body)) return body
  const texts = await bodiesOf(db, at.organizationId, await reusables())
  return (await expandIncludes(body, texts)).whole
}

/** A text with the texts that it includes directly or indirectly, and their ids. `texts` are all there are, by id. */
export async function expandIncludes(markdown: string, texts: ReadonlyMap<string, string>) {
  const used = new Map<string, string>()
  const queue = [markdown]
  for (const text of queue) {
    for (const id of idsMentionedIn(text)) {
      const included = used.has(id) ? undefined : texts.get(id)
      if (included === undefined) continue
      used.set(id, included)
      queue.push(included)
    }
  }
  return runTextTask('includes', { markdown, texts: used }, markdown, ...used.values())
}

/** The stored texts of many pages by page id, including empty ones. */
export async function bodiesOf(
  db: Db | Tx,
  organizationId: string,
  entries: readonly TextOwner[],
): Promise<ReadonlyMap<string, string>> {
  const texts = await objectsOf(db, organizationId).read(entries.flatMap(({ body }) => body ?? []))
  return new Map(entries.map(({ id, body }) => [id, texts.get(body ?? '') ?? '']))
}

/** The text of a page as a writer sees it, with links to pages as `/path/of/page.md`. */
export async function markdownOf(db: Db | Tx, content: Content, entry: PageEntry): Promise<string> {
  return withPaths(await shownBodyOf(db, content, entry), content.tree)
}

/** A stored text with links to pages as `/path/of/page.md`; links to pages outside the tree do not change. */
export function withPaths(body: string, tree: Snapshot): Promise<string> {
  const paths = pagesLinkedBy(body).flatMap((id) => {
    const path = tree.page(id)?.path
    return path === undefined || path === null ? [] : [[id, path] as const]
  })
  return toEditableText(body, new Map(paths))
}

/** The current path of a page that was at this path before, null if there is none. */
export async function movedTo(db: Db | Tx, at: SpaceRef, path: string): Promise<string | null> {
  const { rows } = await sql<{ path: string | null }>`
    select page.path from moved_page join page using (organization_id, space_id, page_id)
    where moved_page.organization_id = ${at.organizationId} and moved_page.space_id = ${at.spaceId}
      and only_indexed(hashtextextended(moved_page.path, 0)::text) = hashtextextended(${path}::text, 0)::text
      and moved_page.path = ${path}::text
    order by moved_at desc limit 1`.execute(db)
  return rows[0]?.path ?? null
}
