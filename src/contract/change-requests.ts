import { z } from 'zod'
import { contentConflict, resolution } from './content-conflicts.ts'
import { resource } from './route.ts'
import { semanticChanges } from './semantic-changes.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'
import { address, id, timestamp, urlsOf, version } from './shared/values.ts'
import { user } from './users.ts'

export const changeRequestStatus = z.enum(['draft', 'open', 'merged', 'archived'])
export const changeRequestSubject = z.string().max(100)

export const changeRequest = z
  .object({
    object: z.literal('change-request'),
    id,
    number: z.number().int().describe('Counts up in each space from 1; never given twice'),
    status: changeRequestStatus,
    subject: changeRequestSubject.describe('Empty when none was given'),
    space: id.optional(),
    createdBy: user,
    createdAt: timestamp,
    updatedAt: timestamp,
    mergedBy: user.optional(),
    mergedAt: timestamp.optional(),
    revision: id.describe('Active revision in the change request'),
    revisionInitial: id.describe('Revision of the space it was made from'),
    revisionMergedAncestor: id.optional().describe('Revision of the space it was last updated from'),
    revisionMerged: id.optional().describe('Revision of the space that the merge made'),
    comments: z.number().int().describe('Open comments'),
    outdated: z.boolean().describe('The space has moved on since it was made or last updated'),
    urls: urlsOf(['app', 'location']),
    version,
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequest = z.infer<typeof changeRequest>

const base = '/spaces/:spaceId/change-requests'
const one = `${base}/:changeRequestId` as const

export const changeRequests = resource('changeRequests', {
  list: {
    id: 'listChangeRequests',
    method: 'GET',
    path: base,
    summary: 'List the change requests of a space, the open ones unless another status is asked for.',
    permission: 'space.view',
    params: spacePath,
    query: paging.extend({
      status: changeRequestStatus.default('open'),
      contributor: id.optional().describe('Only requests this user edited or commented'),
    }),
    status: 200,
    response: listOf(changeRequest),
  },
  create: {
    id: 'createChangeRequest',
    method: 'POST',
    path: base,
    summary: 'Start a change request as a draft on the present content of the space.',
    permission: 'space.edit',
    params: spacePath,
    body: z.object({ subject: changeRequestSubject.optional() }),
    bodyOptional: true,
    status: 201,
    response: changeRequest,
  },
  get: {
    id: 'getChangeRequest',
    method: 'GET',
    path: one,
    summary: 'Get a change request by its id or its number.',
    permission: 'space.view',
    params: changeRequestPath,
    status: 200,
    response: changeRequest,
  },
  update: {
    id: 'updateChangeRequest',
    method: 'PATCH',
    path: one,
    summary: 'Change the subject or the status of a change request; 409 when it is merged.',
    permission: 'space.edit',
    params: changeRequestPath,
    body: z.object({
      subject: changeRequestSubject.optional(),
      status: z.enum(['draft', 'open', 'archived']).optional().describe('Merged is reached by merging only'),
    }),
    status: 200,
    response: changeRequest,
    versioned: true,
  },
  merge: {
    id: 'mergeChangeRequest',
    method: 'POST',
    path: `${one}/merge`,
    summary: 'Merge a change request into its space; with conflicts nothing changes and the result says so.',
    description: 'Refused with 409 when it is merged or archived already.',
    permission: 'space.review',
    params: changeRequestPath,
    status: 200,
    response: z.object({
      revision: id.describe('The active revision of the space'),
      result: z.enum(['merge', 'conflicts']),
    }),
  },
  takeIn: {
    id: 'updateChangeRequestFromSpace',
    method: 'POST',
    path: `${one}/update`,
    summary: 'Take the present content of the space into a change request.',
    description:
      'With conflicts the request stays as it was, the result says so and the conflicts are listed; call again with `resolutions`.',
    permission: 'space.edit',
    params: changeRequestPath,
    body: z.object({ resolutions: z.array(resolution).max(1000).optional() }),
    bodyOptional: true,
    status: 200,
    response: z.object({
      revision: id.describe('The active revision of the change request'),
      result: z.enum(['update', 'conflicts']),
    }),
  },
  conflicts: {
    id: 'listChangeRequestConflicts',
    method: 'GET',
    path: `${one}/conflicts`,
    summary: 'List where a change request and its space changed the same thing differently.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging,
    status: 200,
    response: listOf(contentConflict),
  },
  changes: {
    id: 'listChangeRequestChanges',
    method: 'GET',
    path: `${one}/changes`,
    summary: 'Tell what a change request changes.',
    permission: 'space.view',
    params: changeRequestPath,
    query: z.object({
      limit: z.number().int().min(0).max(1000).default(10).describe('Changes answered, 10 unless given'),
    }),
    status: 200,
    response: semanticChanges,
  },
  pdf: {
    id: 'getChangeRequestPdf',
    method: 'GET',
    path: `${one}/pdf`,
    summary: 'Get the address that renders a change request, or one page of it, as PDF.',
    permission: 'space.view',
    params: changeRequestPath,
    query: z.object({
      only: z.boolean().default(false).describe('Only the given page, without the pages below it'),
      page: id.optional().describe('The page to begin with'),
    }),
    status: 200,
    response: z.object({ url: address }),
  },
})
