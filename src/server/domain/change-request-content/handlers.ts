import { changeRequestContent } from '#contract/change-request-content.ts'
import { handle } from '../../handle.ts'
import { presentChangeRequest } from '../change-requests/present.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { importFromUrl } from '../imports/from-url.ts'
import { importUpload } from '../imports/uploads.ts'
import {
  fileIn,
  fileListOf,
  metaLinksOf,
  pageAt,
  pageOf,
  pagesOf,
  variablesOf,
} from '../revision-content/reading.ts'
import { reusableIn } from '../revision-content/reusable-contents.ts'
import { reusableListOf } from '../revision-content/reusable-list.ts'
import { revisionWithContent } from '../revisions/present.ts'
import {
  appliedOf,
  appliedReusables,
  insertedIn,
  parseChanges,
  revertsBlocks,
  textIn,
} from '../space-content/content-changes.ts'
import { filesOfForm, replaceFileChanges, uploadResult } from '../space-content/file-uploads.ts'
import { reusableBacklinksOf } from '../space-links/reusable-backlinks.ts'
import { fileBacklinksOf, pageBacklinksOf } from './backlinks.ts'
import { commitChanges } from './commit-changes.ts'
import { pageLinksOf } from './links.ts'
import { openRequestContent } from './request-content.ts'

export const changeRequestContentHandlers = handle(changeRequestContent, {
  async get(ctx, { params }) {
    return revisionWithContent(ctx, (await openRequestContent(ctx, params)).content)
  },

  async pages(ctx, { params }) {
    return pagesOf(ctx, (await openRequestContent(ctx, params)).content)
  },

  async page(ctx, { params, query: { format } }) {
    return pageOf(ctx, (await openRequestContent(ctx, params)).content, params.pageId, format)
  },

  async pageByPath(ctx, { params, query: { format } }) {
    return pageAt(ctx, (await openRequestContent(ctx, params)).content, params.pagePath, format)
  },

  async files(ctx, { params, query }) {
    return fileListOf(ctx, (await openRequestContent(ctx, params)).content, query)
  },

  async file(ctx, { params }) {
    return fileIn(ctx, (await openRequestContent(ctx, params)).content, params.fileId)
  },

  async fileBacklinks(ctx, { params, query }) {
    return fileBacklinksOf(ctx, await openRequestContent(ctx, params), params.fileId, query)
  },

  async pageBacklinks(ctx, { params, query }) {
    return pageBacklinksOf(ctx, await openRequestContent(ctx, params), params.pageId, query)
  },

  async metaLinks(ctx, { params }) {
    return metaLinksOf((await openRequestContent(ctx, params)).content, params.pageId)
  },

  async variables(ctx, { params }) {
    return variablesOf((await openRequestContent(ctx, params)).content)
  },

  async reusableContent(ctx, { params }) {
    return reusableIn(ctx, (await openRequestContent(ctx, params)).content, params.reusableContentId)
  },

  async reusableContents(ctx, { params, query }) {
    return reusableListOf(ctx, (await openRequestContent(ctx, params)).content, query)
  },

  async reusableContentBacklinks(ctx, { params, query }) {
    const { request, content } = await openRequestContent(ctx, params)
    const changeRequest = await presentChangeRequest(ctx, request)
    const version = { content, context: { type: 'changeRequest' as const, changeRequest } }
    return reusableBacklinksOf(ctx, { content, version }, params.reusableContentId, query)
  },

  async pageLinks(ctx, { params, query }) {
    return pageLinksOf(ctx, await openRequestContent(ctx, params), params.pageId, query)
  },

  async uploadFiles(ctx, { params }) {
    const files = await filesOfForm(ctx)
    const { result } = await commitChanges(ctx, params, [{ operation: 'insert_files', files }])
    return uploadResult(result, ctx, params.spaceId)
  },

  async replaceFile(ctx, { params: { fileId, ...params } }) {
    await fileIn(ctx, (await openRequestContent(ctx, params)).content, fileId)
    const { result } = await commitChanges(ctx, params, replaceFileChanges(fileId, await filesOfForm(ctx, 1)))
    const { content } = await openRequestContent(ctx, params)
    const { revision, previous } = result
    return { revision, previous, files: [await fileIn(ctx, content, fileId)] }
  },

  async import(ctx, { params: { spaceId, changeRequestId: changeRequest }, body }) {
    return importFromUrl(ctx, spaceId, body, { changeRequest })
  },

  async importBelow(ctx, { params: { spaceId, changeRequestId: changeRequest, pageId: page }, body }) {
    return importFromUrl(ctx, spaceId, body, { changeRequest, page })
  },

  async upload(ctx, { params: { spaceId, changeRequestId: changeRequest }, query }) {
    const { below: page, splitHeadings } = query
    return importUpload(ctx, spaceId, { target: { changeRequest, page }, splitHeadings })
  },

  async edit(ctx, { params, query, body }) {
    const { spaceId } = params
    const at = { organizationId: ctx.access.organizationId, spaceId }
    const stored = await changeRequestOf(ctx.db, at, params.changeRequestId)
    const base = body.base ?? (revertsBlocks(body.changes) ? stored.revision : undefined)
    const ancestor = stored.revisionAncestor ?? stored.revisionInitial
    const changes = await parseChanges(ctx, body.changes, textIn(ctx, at, base ?? stored.revision, ancestor))
    const { result, request } = await commitChanges(ctx, params, changes, {
      base,
      editingSession: body.editingSession,
      endsSession: body.endsSession,
    })
    if (body.compat ?? query.compat ?? true) return request
    const within = ['spaces', spaceId, 'change-requests', request.id, 'content']
    return {
      changeRequest: request,
      previous: result.previous,
      changes: [...appliedOf(result.changes, ctx.urls, within), ...appliedReusables(result.reusables)],
      ...insertedIn(result.files, ctx.urls, spaceId),
    }
  },
})
