import { z } from 'zod'
import { appliedChange, contentEdit, insertedFiles } from './content-changes.ts'
import { linkList, linkStatus } from './content-links.ts'
import { contentReading } from './content-reading.ts'
import { contentInMotion } from './content-writing.ts'
import { structuredDocument } from './documents.ts'
import { importRun, upload } from './imports.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { contentBodyLimit, uploadBodyLimit } from './shared/limits.ts'
import { paging } from './shared/paging.ts'
import { spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const base = '/spaces/:spaceId/content'
const at = { of: 'Space', base, params: spacePath } as const

export const spaceContent = resource('spaceContent', {
  ...contentReading(at),
  ...contentInMotion(at),
  edit: {
    id: 'editSpaceContent',
    method: 'POST',
    path: base,
    summary: 'Edit a space live by a list of operations, all of which apply or none; makes one revision.',
    description:
      'Refused with 412 while the space is locked. When head has moved on from `base`, other people’s changes are merged; clashes are refused with 409 and listed in `error.details.conflicts`.',
    permission: 'space.edit',
    params: spacePath,
    body: contentEdit,
    bodyLimit: contentBodyLimit,
    status: 200,
    response: z.object({
      revision: id.describe('The active revision of the space'),
      changes: z.array(appliedChange),
      insertedFiles,
    }),
  },
  upload: {
    id: 'uploadIntoSpace',
    method: 'POST',
    path: `${base}/import/upload`,
    summary: 'Add the pages of a zip or of a folder of Markdown files; runs on as a job and answers its run.',
    description:
      'The order is that of `SUMMARY.md`, else of the folders. Nothing that is there is replaced. Each part’s file name is its path relative to the folder.',
    permission: 'space.edit',
    params: spacePath,
    body: upload,
    bodyType: 'multipart/form-data',
    bodyLimit: uploadBodyLimit,
    status: 201,
    response: importRun,
  },
  pageLinks: {
    id: 'listSpacePageLinks',
    method: 'GET',
    path: `${base}/page/:pageId/links`,
    summary: 'List the links of a page with their state.',
    permission: 'space.view',
    params: spacePath.extend({ pageId }),
    query: paging.extend({ status: linkStatus.optional() }),
    status: 200,
    response: linkList,
  },
  document: {
    id: 'getSpaceDocument',
    method: 'GET',
    path: '/spaces/:spaceId/documents/:documentId',
    summary: 'Get a structured document by its id.',
    permission: 'space.view',
    params: spacePath.extend({ documentId: id }),
    query: z.object({ schema: z.enum(['current', 'next']).default('current') }),
    status: 200,
    response: structuredDocument,
  },
})
