import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { contentReading } from './content-reading.ts'
import { structuredDocument } from './documents.ts'
import { revision } from './revision.ts'
import { resource } from './route.ts'
import { semanticChanges } from './semantic-changes.ts'
import { listOf, paging } from './shared/paging.ts'
import { revisionPath, spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const base = '/spaces/:spaceId/revisions/:revisionId'

export const revisions = resource('revisions', {
  list: {
    id: 'listRevisions',
    method: 'GET',
    path: '/spaces/:spaceId/revisions',
    summary: 'List the revisions of a space without their pages and files, the newest first.',
    permission: 'space.view',
    params: spacePath,
    query: paging,
    status: 200,
    response: listOf(revision.omit({ pages: true, files: true, reusableContents: true })),
  },
  ...contentReading({ of: 'Revision', base, params: revisionPath }),
  changes: {
    id: 'listRevisionChanges',
    method: 'GET',
    path: `${base}/changes`,
    summary: 'Tell what a revision changed against the one before.',
    permission: 'space.view',
    params: revisionPath,
    query: z.object({
      limit: z.number().int().min(0).max(1000).default(10).describe('Changes answered, 10 unless given'),
      metadata: z.boolean().default(true),
    }),
    status: 200,
    response: semanticChanges.extend({ mergedFrom: changeRequest.optional() }),
  },
  reusableContentDocument: {
    id: 'getRevisionReusableContentDocument',
    method: 'GET',
    path: `${base}/reusable-contents/:reusableContentId/document`,
    summary: 'Get the structured document of a reusable content in a revision.',
    permission: 'space.view',
    params: revisionPath.extend({ reusableContentId: id }),
    status: 200,
    response: structuredDocument,
  },
})
