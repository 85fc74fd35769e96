import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { appliedChange, contentEdit, insertedFiles } from './content-changes.ts'
import { linkList, location } from './content-links.ts'
import { contentReadRoutes } from './content-reading.ts'
import { contentWriteRoutes } from './content-writing.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const base = '/spaces/:spaceId/change-requests/:changeRequestId/content'
const at = { of: 'ChangeRequest', base, params: changeRequestPath } as const

export const changeRequestContent = resource('changeRequestContent', {
  ...contentReadRoutes(at),
  ...contentWriteRoutes(at),
  edit: {
    id: 'editChangeRequestContent',
    method: 'POST',
    path: base,
    summary: 'Apply a list of edits to a change request, all or none.',
    description:
      'Returns the change request and, if `compat` is false, the result of each edit. Returns 409 if the change request is merged or archived.',
    permission: 'space.edit',
    params: changeRequestPath,
    query: z.object({
      compat: z.boolean().optional().describe('Same as `compat` in the body, which takes precedence'),
    }),
    body: contentEdit.extend({ compat: z.boolean().optional().describe('true by default') }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: z.union([
      z.object({
        changeRequest,
        previous: id.optional().describe('The revision of the change request before'),
        changes: z.array(appliedChange),
        insertedFiles,
      }),
      changeRequest,
    ]),
  },
  pageLinks: {
    id: 'listChangeRequestPageLinks',
    method: 'GET',
    path: `${base}/page/:pageId/links`,
    summary: 'List the links of a page with their status.',
    permission: 'space.view',
    params: changeRequestPath.extend({ pageId }),
    query: paging,
    status: 200,
    response: linkList,
  },
  pageBacklinks: {
    id: 'listChangeRequestPageBacklinks',
    method: 'GET',
    path: `${base}/page/:pageId/backlinks`,
    summary: 'List the pages of a change request that link to a page.',
    permission: 'space.view',
    params: changeRequestPath.extend({ pageId }),
    query: paging,
    status: 200,
    response: listOf(location),
  },
})
