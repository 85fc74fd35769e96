import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { appliedChange, contentEdit, insertedFiles } from './content-changes.ts'
import { linkList } from './content-links.ts'
import { contentReadRoutes } from './content-reading.ts'
import { contentWriteRoutes } from './content-writing.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { paging } from './shared/paging.ts'
import { changeRequestPath } from './shared/paths.ts'

const base = '/spaces/:spaceId/change-requests/:changeRequestId/content'
const at = { of: 'ChangeRequest', base, params: changeRequestPath } as const

export const changeRequestContent = resource('changeRequestContent', {
  ...contentReadRoutes(at),
  ...contentWriteRoutes(at),
  edit: {
    id: 'editChangeRequestContent',
    method: 'POST',
    path: base,
    summary: 'Edit a change request by a list of operations, all of which apply or none.',
    description:
      'Answers the change request, and with `compat` false also what each operation did. Refused with 409 when the request is merged or archived.',
    permission: 'space.edit',
    params: changeRequestPath,
    body: contentEdit.extend({ compat: z.boolean().default(true) }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: z.union([
      z.object({ changeRequest, changes: z.array(appliedChange), insertedFiles }),
      changeRequest,
    ]),
  },
  pageLinks: {
    id: 'listChangeRequestPageLinks',
    method: 'GET',
    path: `${base}/page/:pageId/links`,
    summary: 'List the links of a page with their state.',
    permission: 'space.view',
    params: changeRequestPath.extend({ pageId }),
    query: paging,
    status: 200,
    response: linkList,
  },
})
