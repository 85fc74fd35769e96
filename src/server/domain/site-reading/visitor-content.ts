import { hasConditionalPages, mayHideContent } from '../../content/conditional-content.ts'
import type { PageEntry, ReusableEntry, Variables } from '../../content/entries.ts'
import { bodiesOf, type Content, contentOf } from '../../content/read.ts'
import { withoutPages } from '../../content/snapshot.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context, Reader } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { applyConditions } from '../../text-tasks/apply-conditions.ts'
import { runTextTask } from '../../text-tasks/run.ts'
import { variablesOnSite } from '../shared-variables/queries.ts'
import { appliesConditions, conditionFilter } from '../sites/adaptive-content.ts'
import { fieldLinksIn } from '../space-links/field-links.ts'

/** The content of a space, or of one of its revisions, as the visitor of a token sees it. */
export const contentForVisitor = async (
  db: Db,
  reader: Reader,
  at: SpaceRef,
  revisionId?: string,
): Promise<Content> => asVisitor(db, reader, await contentOf(db, at, revisionId))

/**
 * Content as the visitor of a token sees it: without the pages, blocks, files and reusable contents that conditions
 * hide. It is the content itself on sites that show conditional content to everyone.
 */
export async function asVisitor(db: Db, reader: Reader, content: Content): Promise<Content> {
  if (!appliesConditions(reader)) return content
  const shared = await variablesOnSite(db, reader.organizationId, reader.siteId)
  const filter = conditionFilter(reader, reader, shared)
  const space = await content.variables()
  const shows = (condition: string | undefined, page?: Variables) => filter(condition, { space, page })
  const shownText = (body: string, page?: Variables) =>
    applyConditions(body, (condition) => shows(condition, page))
  const tree = hasConditionalPages(content.tree)
    ? withoutPages(content.tree, ({ entry }) => shows(entry.condition, entry.variables))
    : content.tree
  const uses = async () => usesIn(db, { ...content, tree, shownText })
  // Only adaptive content leaves out what is used nowhere, so that spaces without conditions are complete.
  const isComplete = async () => !reader.adaptiveContent && !(await mayHideContent(db, content))
  return {
    ...content,
    tree,
    shownText,
    variables: async () => ((await isComplete()) ? content.variables() : {}),
    files: async () => {
      if (await isComplete()) return content.files()
      const { fileIds } = await uses()
      return (await content.files()).filter(({ id }) => fileIds.has(id))
    },
    reusables: async () => {
      if (await isComplete()) return content.reusables()
      const { reusableIds } = await uses()
      return (await content.reusables()).filter(({ id }) => reusableIds.has(id))
    },
  }
}

type Uses = { readonly fileIds: ReadonlySet<string>; readonly reusableIds: ReadonlySet<string> }
type VisibleContent = Content & Required<Pick<Content, 'shownText'>>

/** The files and reusable contents that visible texts and fields use. */
async function usesIn(db: Db, { at, tree, reusables, shownText }: VisibleContent): Promise<Uses> {
  const entries: PageEntry[] = [...tree.all()].map(({ entry }) => entry)
  const all = await reusables()
  const texts = await bodiesOf(db, at.organizationId, [...entries, ...all])
  const shownOf = (entry: PageEntry | ReusableEntry) =>
    shownText(texts.get(entry.id) ?? '', 'variables' in entry ? entry.variables : undefined)
  const queue: string[] = []
  for (const entry of entries) queue.push(await shownOf(entry))
  const reusableIds = new Set<string>()
  const fileIds = new Set(
    fieldLinksIn(tree, at.spaceId).flatMap((one) => (one.kind === 'file' ? (one.target_id ?? []) : [])),
  )
  for (const text of queue) {
    for (const [, id = ''] of text.matchAll(/\/files\/(?:[\w-]+\/)?([\w-]{1,64})/g)) fileIds.add(id)
    if (!text.includes('/reusable-contents/')) continue
    for (const id of await runTextTask('includedIds', text, text)) {
      const entry = reusableIds.has(id) ? undefined : all.find((one) => one.id === id)
      if (entry === undefined) continue
      reusableIds.add(id)
      queue.push(await shownOf(entry))
    }
  }
  return { fileIds, reusableIds }
}

/** Content as a caller may read it: all of it for members, what the site shows for tokens of visitors. */
export const forCaller = async (
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  content: Content,
): Promise<Content> => (caller.reader === undefined ? content : asVisitor(db, caller.reader, content))
