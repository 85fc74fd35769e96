import type { Paging } from '#contract/shared/paging.ts'
import { spaceContent } from '#contract/space-content.ts'
import type { Change } from '../../content/changes.ts'
import { type CommitResult, commit, type EditOptions } from '../../content/commit.ts'
import type { FileEntry } from '../../content/entries.ts'
import { fileOf } from '../../content/files.ts'
import { type Content, contentOf, movedTo, shownBodyOf } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import { textOfSpace } from '../../content/text-of-space.ts'
import type { Context } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordFollow } from '../../notifications/record.ts'
import { recordSpaceChange } from '../../notifications/space-changes.ts'
import { withJson } from '../../response-json.ts'
import { importFromUrl } from '../imports/from-url.ts'
import { importUpload } from '../imports/uploads.ts'
import { missingPage, missingPath } from '../page-moves/moved-page.ts'
import { presentTree } from '../revision-content/page-tree.ts'
import { presentFile, presentRevision } from '../revision-content/present.ts'
import { fileIn, metaLinksOf, variablesOf, withText } from '../revision-content/reading.ts'
import { presentReusables, reusableIn } from '../revision-content/reusable-contents.ts'
import { documentResponse } from '../revision-content/structured-document.ts'
import { readerUrls } from '../revisions/present.ts'
import { variableUses } from '../shared-variables/rules.ts'
import { forCaller } from '../site-reading/visitor-content.ts'
import { fieldLinksIn } from '../space-links/field-links.ts'
import { linksOf } from '../space-links/links.ts'
import { locationsIn } from '../space-links/locations.ts'
import { linkedPagesOf } from './backlink-queries.ts'
import { backlinksOf } from './backlinks.ts'
import {
  appliedOf,
  appliedReusables,
  insertedIn,
  parseChanges,
  revertsBlocks,
  textIn,
} from './content-changes.ts'
import { filesOfForm, replaceFileChanges, uploadResult } from './file-uploads.ts'
import { filePage, linkingPages, pagesByVariable, pagesUsing } from './queries.ts'

export const spaceContentHandlers = handle(spaceContent, {
  async get(ctx, { params: { spaceId } }) {
    const content = await contentIn(ctx, spaceId)
    const { pages, json } = presentTree(content.tree, ctx.urls, spaceId)
    const files = (await content.files()).map((file) => presentFile(file, ctx.urls, spaceId))
    const head = presentRevision(content.revision, ctx.urls, spaceId)
    const rest = {
      ...head,
      urls: { ...head.urls, ...(await readerUrls(ctx, content)) },
      files,
      reusableContents: await presentReusables(content),
      variables: { ...(await content.variables()) },
      tags: [...(await content.tags())],
    }
    return withJson({ ...rest, pages }, `${JSON.stringify(rest).slice(0, -1)},"pages":${json}}`)
  },

  async pages(ctx, { params: { spaceId } }) {
    const { tree } = await contentIn(ctx, spaceId)
    const { pages, json } = presentTree(tree, ctx.urls, spaceId)
    return withJson({ pages }, `{"pages":${json}}`)
  },

  async page(ctx, { params: { spaceId, pageId }, query: { format } }) {
    const content = await contentIn(ctx, spaceId)
    const node = content.tree.page(pageId)
    if (node === undefined) throw await missingPage(ctx, content.at, pageId)
    return withText(ctx, content, node, format)
  },

  async pageByPath(ctx, { params: { spaceId, pagePath }, query: { format } }) {
    const content = await contentIn(ctx, spaceId)
    const path = pagePath.replace(/^\/+|\/+$/g, '')
    const node = content.tree.pageAt(path) ?? (await movedNode(ctx, content, path))
    if (node === undefined) throw await missingPath(ctx, content.at, path)
    const page = await withText(ctx, content, node, format)
    if (page.type !== 'document' && page.type !== 'group') throw notFound('page', path)
    return page
  },

  async files(ctx, { params: { spaceId }, query }) {
    const byFields = await filesInFields(ctx, spaceId)
    const page = await filePage(ctx.db, at(ctx, spaceId), query, [...byFields.keys()])
    const ids = page.rows.map(({ id }) => id)
    const uses = await pagesUsing(ctx.db, at(ctx, spaceId), ids, byFields)
    return listResponse(page, (file) => ({
      ...presentFile(file, ctx.urls, spaceId),
      pages: uses.get(file.id)?.size ?? 0,
    }))
  },

  async file(ctx, { params: { spaceId, fileId } }) {
    if (ctx.caller.reader !== undefined) return fileIn(ctx, await contentIn(ctx, spaceId), fileId)
    return presentFile(await fileOf(ctx.db, at(ctx, spaceId), fileId), ctx.urls, spaceId)
  },

  async fileBacklinks(ctx, { params: { spaceId, fileId }, query }) {
    await fileOf(ctx.db, at(ctx, spaceId), fileId)
    const byFields = (await filesInFields(ctx, spaceId)).get(fileId) ?? []
    const target = { kind: 'file', id: fileId, byFields } as const
    return locationsLinkingTo(ctx, spaceId, target, query)
  },

  async pageBacklinks(ctx, { params: { spaceId, pageId }, query }) {
    const { tree } = await contentIn(ctx, spaceId)
    if (tree.page(pageId) === undefined) throw notFound('page', pageId)
    const byFields = fieldLinksIn(tree, spaceId).flatMap(({ kind, target_id, page_id }) =>
      kind === 'page' && target_id === pageId ? [page_id] : [],
    )
    return backlinksOf(ctx, at(ctx, spaceId), { pageId, byFields }, query)
  },

  async linkedPages(ctx, { params: { spaceId }, query }) {
    const linked = await linkedPagesOf(ctx.db, at(ctx, spaceId), query)
    return listResponse(linked, ({ page: id, linkedFrom }) => ({ page: { id }, linkedFrom }))
  },

  async metaLinks(ctx, { params: { spaceId, pageId } }) {
    return metaLinksOf(await contentIn(ctx, spaceId), pageId)
  },

  async pageLinks(ctx, { params: { spaceId, pageId }, query }) {
    const { tree } = await contentIn(ctx, spaceId)
    if (tree.page(pageId) === undefined) throw notFound('page', pageId)
    return linksOf(ctx, spaceId, { pageId, status: query.status, paging: query })
  },

  async uploadFiles(ctx, { params: { spaceId } }) {
    const files = await filesOfForm(ctx)
    return uploadResult(
      await commitChanges(ctx, spaceId, [{ operation: 'insert_files', files }]),
      ctx,
      spaceId,
    )
  },

  async replaceFile(ctx, { params: { spaceId, fileId } }) {
    await fileOf(ctx.db, at(ctx, spaceId), fileId)
    const result = await commitChanges(ctx, spaceId, replaceFileChanges(fileId, await filesOfForm(ctx, 1)))
    return uploadResult({ ...result, files: [await entryOf(ctx, spaceId, fileId)] }, ctx, spaceId)
  },

  async variables(ctx, { params: { spaceId } }) {
    const values = await variablesOf(await contentIn(ctx, spaceId))
    const counts = await pagesByVariable(ctx.db, at(ctx, spaceId))
    const { pages, missing } = variableUses(values.variables, counts)
    // Visitors don't see names in content that may be hidden from them.
    return { ...values, pages, missing: ctx.caller.reader === undefined ? missing : {} }
  },

  async reusableContent(ctx, { params: { spaceId, reusableContentId } }) {
    return reusableIn(ctx, await contentIn(ctx, spaceId), reusableContentId)
  },

  async document(ctx, { params: { spaceId, documentId } }) {
    const text =
      ctx.caller.reader === undefined
        ? await textOfSpace(ctx.db, at(ctx, spaceId), documentId)
        : await textForVisitor(ctx.db, await contentIn(ctx, spaceId), documentId)
    if (text === null) throw notFound('document', documentId)
    return documentResponse(text)
  },

  async import(ctx, { params: { spaceId }, body }) {
    return importFromUrl(ctx, spaceId, body, {})
  },

  async importBelow(ctx, { params: { spaceId, pageId: page }, body }) {
    return importFromUrl(ctx, spaceId, body, { page })
  },

  async upload(
    ctx,
    { params: { spaceId }, query: { below: page, splitHeadings, asChangeRequest, subject = '' } },
  ) {
    const target = { page, asChangeRequest: asChangeRequest ? { subject } : undefined }
    return importUpload(ctx, spaceId, { target, splitHeadings })
  },

  async edit(ctx, { params: { spaceId }, body }) {
    const base =
      body.base ?? (revertsBlocks(body.changes) ? (await contentIn(ctx, spaceId)).revision.id : undefined)
    const changes = await parseChanges(ctx, body.changes, textIn(ctx, at(ctx, spaceId), base, body.base))
    const result = await commitChanges(ctx, spaceId, changes, {
      base,
      editingSession: body.editingSession,
      endsSession: body.endsSession,
    })
    return {
      revision: result.revision,
      previous: result.previous,
      changes: [
        ...appliedOf(result.changes, ctx.urls, ['spaces', spaceId, 'content']),
        ...appliedReusables(result.reusables),
      ],
      ...insertedIn(result.files, ctx.urls, spaceId),
    }
  },
})

/** One page of the locations that link to a file or page. */
async function locationsLinkingTo(
  ctx: Context,
  spaceId: string,
  target: Parameters<typeof linkingPages>[2],
  paging: Paging,
) {
  const { rows, next, count } = await linkingPages(ctx.db, at(ctx, spaceId), target, paging)
  const locations = await locationsIn(ctx, spaceId)
  return {
    ...(next ? { next } : {}),
    count,
    items: rows.flatMap(({ page }) => locations.page(page) ?? []),
  }
}

/** The text with this id if the visitor sees a page or reusable content with it. */
async function textForVisitor(db: Context['db'], content: Content, hash: string): Promise<string | null> {
  const entries = [...content.tree.all()].map(({ entry }) => entry)
  const entry = [...entries, ...(await content.reusables())].find(({ body }) => body === hash)
  return entry === undefined ? null : shownBodyOf(db, content, entry)
}

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

const contentIn = async (ctx: Context, spaceId: string): Promise<Content> =>
  forCaller(ctx, await contentOf(ctx.db, at(ctx, spaceId)))

async function movedNode(ctx: Context, content: Content, path: string): Promise<PageNode | undefined> {
  const now = await movedTo(ctx.db, content.at, path)
  return now === null ? undefined : content.tree.pageAt(now)
}

const commitChanges = (
  ctx: Context,
  spaceId: string,
  changes: readonly Change[],
  options: EditOptions = {},
) =>
  ctx.write(async (tx) => {
    const by = ctx.caller.userId
    const spaceRef = at(ctx, spaceId)
    const result = await commit(tx, {
      ...spaceRef,
      ...options,
      changes,
      by,
      now: ctx.now(),
      newId: ctx.newId,
    })
    if (result.revision !== result.previous) {
      await recordSpaceChange(tx, ctx, spaceRef)
      const objects = followedPages(result.changes)
      await recordFollow(tx, ctx, { ...spaceRef, users: [by], objects, because: 'edited' })
    }
    return result
  })

/** Pages that someone edits are followed, as long as it is not a whole import. */
const followedPages = (outcomes: CommitResult['changes']) =>
  outcomes
    .filter(({ did }) => did !== 'deleted')
    .slice(0, MAX_FOLLOWED_PAGES)
    .map(({ page }) => ({ kind: 'page' as const, id: page }))

const MAX_FOLLOWED_PAGES = 20

async function entryOf(ctx: Context, spaceId: string, fileId: string): Promise<FileEntry> {
  const files = await (await contentIn(ctx, spaceId)).files()
  const file = files.find(({ id }) => id === fileId)
  if (file === undefined) throw notFound('file', fileId)
  return file
}

/** The files linked from fields of pages, with the ids of those pages in order. */
async function filesInFields(ctx: Context, spaceId: string): Promise<ReadonlyMap<string, string[]>> {
  const { tree } = await contentIn(ctx, spaceId)
  const links = fieldLinksIn(tree, spaceId).filter(({ kind }) => kind === 'file')
  const byFile = Map.groupBy(links, ({ target_id }) => target_id ?? '')
  return new Map([...byFile].map(([file, some]) => [file, some.map(({ page_id }) => page_id)]))
}
