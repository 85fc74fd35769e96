import { z } from 'zod'
import { appliedChange, contentEdit, insertedFiles } from './content-changes.ts'
import { linkList, linkStatus, location } from './content-links.ts'
import { contentReadRoutes, readQuery } from './content-reading.ts'
import { contentWriteRoutes } from './content-writing.ts'
import { bodyInput, structuredDocument } from './documents.ts'
import { reusableContent, reusableContentTitle } from './files.ts'
import { uploadOptions } from './imports.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const base = '/spaces/:spaceId/content'
const at = { of: 'Space', base, params: spacePath } as const

const reusableContentPath = spacePath.extend({ reusableContentId: id })

export const spaceContent = resource('spaceContent', {
  ...contentReadRoutes(at),
  ...contentWriteRoutes(at),
  files: {
    ...contentReadRoutes(at).files,
    query: paging.extend(readQuery.shape).extend({
      unused: z
        .boolean()
        .optional()
        .describe('true: only files that no page of the space shows or links to; false: only the others'),
      images: z.boolean().optional().describe('true: only pictures; false: only the others'),
      search: z.string().max(256).optional().describe('Part of the name'),
      sort: z.enum(['createdAt', 'name', 'size']).default('createdAt'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
  },
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
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: z.object({
      revision: id.describe('The active revision of the space'),
      previous: id.optional().describe('The active revision before'),
      changes: z.array(appliedChange),
      insertedFiles,
    }),
  },
  upload: {
    ...contentWriteRoutes(at).upload,
    query: uploadOptions.extend({
      asChangeRequest: z
        .boolean()
        .optional()
        .describe('true: make a change request for the pages, when they are all there'),
      subject: z.string().max(100).optional().describe('Of that change request'),
    }),
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
  pageBacklinks: {
    id: 'listSpacePageBacklinks',
    method: 'GET',
    path: `${base}/page/:pageId/backlinks`,
    summary: 'List the pages that link to a page.',
    permission: 'space.view',
    params: spacePath.extend({ pageId }),
    query: paging,
    status: 200,
    response: listOf(location),
  },
  reusableContents: {
    id: 'listSpaceReusableContents',
    method: 'GET',
    path: `${base}/reusable-contents`,
    summary: 'List the reusable contents of a space, the oldest first.',
    permission: 'space.view',
    params: spacePath,
    query: paging,
    status: 200,
    response: listOf(reusableContent),
  },
  createReusableContent: {
    id: 'createSpaceReusableContent',
    method: 'PUT',
    path: `${base}/reusable-contents`,
    summary: 'Add a reusable content to a space live; makes one revision.',
    description: 'Refused with 412 while the space is locked.',
    permission: 'space.edit',
    params: spacePath,
    body: z.object({ title: reusableContentTitle, document: bodyInput }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: reusableContent,
  },
  putReusableContent: {
    id: 'putSpaceReusableContent',
    method: 'PUT',
    path: `${base}/reusable-contents/:reusableContentId`,
    summary: 'Change the title or the text of a reusable content live; only the fields in the body change.',
    description: 'Refused with 412 while the space is locked.',
    permission: 'space.edit',
    params: reusableContentPath,
    body: z.object({ title: reusableContentTitle.optional(), document: bodyInput.optional() }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: reusableContent,
  },
  deleteReusableContent: {
    id: 'deleteSpaceReusableContent',
    method: 'DELETE',
    path: `${base}/reusable-contents/:reusableContentId`,
    summary: 'Delete a reusable content live. Pages that include it show nothing in its place.',
    permission: 'space.edit',
    params: reusableContentPath,
    status: 205,
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
