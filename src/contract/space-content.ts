import { z } from 'zod'
import { appliedChange, contentEdit, insertedFiles } from './content-changes.ts'
import { linkedPage, linkList, linkStatus, location } from './content-links.ts'
import { contentReadRoutes, contentVariables, readQuery } from './content-reading.ts'
import { contentWriteRoutes } from './content-writing.ts'
import { bodyInput, structuredDocument } from './documents.ts'
import { reusableContent, reusableContentTitle } from './files.ts'
import { uploadOptions } from './imports.ts'
import { pageMoveRoutes } from './page-moves.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { MAX_CONTENT_BODY_BYTES, MAX_MISSING_VARIABLES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const base = '/spaces/:spaceId/content'
const at = { of: 'Space', base, params: spacePath } as const

const reusableContentPath = spacePath.extend({ reusableContentId: id })

const movedPageDescription =
  'If the page moved to another space that the caller can see, `error.details.movedTo` of the 404 has its `space` and `page` there.'

export const spaceContent = resource('spaceContent', {
  ...contentReadRoutes(at),
  ...contentWriteRoutes(at),
  ...pageMoveRoutes,
  page: { ...contentReadRoutes(at).page, description: movedPageDescription },
  pageByPath: { ...contentReadRoutes(at).pageByPath, description: movedPageDescription },
  files: {
    ...contentReadRoutes(at).files,
    query: paging.extend(readQuery.shape).extend({
      unused: z
        .boolean()
        .optional()
        .describe('true: only files that no page of the space uses; false: only the others'),
      images: z.boolean().optional().describe('true: only images; false: only other files'),
      search: z.string().max(256).optional().describe('Part of the name'),
      sort: z.enum(['createdAt', 'name', 'size']).default('createdAt'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
  },
  variables: {
    ...contentReadRoutes(at).variables,
    response: contentVariables.extend({
      pages: z
        .record(z.string(), z.number().int())
        .describe('How many pages show each variable; those that no page shows are left out'),
      missing: z
        .record(z.string(), z.number().int())
        .describe(
          `How many pages read each variable that the space doesn’t have; the first ${MAX_MISSING_VARIABLES} by name`,
        ),
    }),
  },
  edit: {
    id: 'editSpaceContent',
    method: 'POST',
    path: base,
    summary: 'Apply a list of live edits to a space, all or none. Creates one revision.',
    description:
      'Returns 412 if the space is locked. If the space has changed since `base`, the changes are merged; conflicts return 409 and are listed in `error.details.conflicts`.',
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
        .describe('true: create a change request with the pages when the import is done'),
      subject: z.string().max(100).optional().describe('Of that change request'),
    }),
  },
  pageLinks: {
    id: 'listSpacePageLinks',
    method: 'GET',
    path: `${base}/page/:pageId/links`,
    summary: 'List the links of a page with their status.',
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
    summary: 'List the pages that link to a page: those of its space, then those of other spaces.',
    description: 'Pages of other spaces are listed as far as the caller can see them.',
    permission: 'space.view',
    params: spacePath.extend({ pageId }),
    query: paging,
    status: 200,
    response: listOf(location),
  },
  linkedPages: {
    id: 'listSpaceLinkedPages',
    method: 'GET',
    path: `${base}/linked-pages`,
    summary: 'List the pages that other pages of the space link to, those with the most links first.',
    permission: 'space.view',
    params: spacePath,
    query: paging,
    status: 200,
    response: listOf(linkedPage),
  },
  createReusableContent: {
    id: 'createSpaceReusableContent',
    method: 'PUT',
    path: `${base}/reusable-contents`,
    summary: 'Add reusable content to a space. Creates one revision.',
    description: 'Returns 412 if the space is locked.',
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
    summary: 'Update the title or text of reusable content. Omitted fields don’t change.',
    description: 'Returns 412 if the space is locked.',
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
    summary: 'Delete reusable content. Pages that include it show nothing in its place.',
    permission: 'space.edit',
    params: reusableContentPath,
    status: 205,
  },
  document: {
    id: 'getSpaceDocument',
    method: 'GET',
    path: '/spaces/:spaceId/documents/:documentId',
    summary: 'Get a structured document by its ID.',
    permission: 'space.view',
    params: spacePath.extend({ documentId: id }),
    query: z.object({ schema: z.enum(['current', 'next']).default('current') }),
    status: 200,
    response: structuredDocument,
  },
})
