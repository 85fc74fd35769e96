import { z } from 'zod'
import { contentConflict, resolution } from './content-conflicts.ts'
import { pdfLink, pdfQuery } from './exports.ts'
import { resource } from './route.ts'
import { semanticChanges } from './semantic-changes.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath, organizationPath, spacePath } from './shared/paths.ts'
import { id, timestamp, urlsOf, version } from './shared/values.ts'
import { user } from './users.ts'

export const changeRequestStatus = z.enum(['draft', 'open', 'merged', 'archived'])
export const changeRequestSubject = z.string().max(100)

export const changeRequest = z
  .object({
    object: z.literal('change-request'),
    id,
    number: z.number().int().describe('Unique in its space, counting from 1'),
    status: changeRequestStatus,
    subject: changeRequestSubject.describe('Empty without a subject'),
    space: id.optional().describe('The space it changes'),
    createdBy: user,
    createdAt: timestamp,
    updatedAt: timestamp,
    mergedBy: user.optional(),
    mergedAt: timestamp.optional(),
    revision: id.describe('Active revision in the change request'),
    revisionInitial: id.describe('Revision of the space that it began with'),
    revisionMergedAncestor: id.optional().describe('Revision of the space it was last updated from'),
    revisionMerged: id.optional().describe('Revision of the space that the merge created'),
    comments: z.number().int().describe('Open comments'),
    outdated: z.boolean().describe('The space has changed since the request was created or last updated'),
    urls: urlsOf(['app', 'location']),
    version,
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequest = z.infer<typeof changeRequest>

export const changeRequestReference = z.object({
  id,
  number: z.number().int(),
  subject: changeRequestSubject,
  status: changeRequestStatus,
})

/** A reason why a change request cannot be merged yet, or a warning to check before merging. */
const obstacle = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), blocks: z.literal(true), status: changeRequestStatus }),
  z.object({ type: z.literal('conflicts'), blocks: z.literal(true), count: z.number().int() }),
  z.object({
    type: z.literal('review-requested'),
    blocks: z.literal(false),
    user: user.describe('Hasn’t reviewed the latest version'),
  }),
  z.object({
    type: z.enum(['changes-requested', 'outdated-approval']),
    blocks: z.literal(false),
    review: id,
    user,
  }),
  z.object({
    type: z.literal('outdated'),
    blocks: z.literal(false),
    behind: z.number().int().describe('Revisions of the space since the request was created or last updated'),
  }),
])

/** The result of a trial merge, which changes nothing. */
export const mergeCheck = z
  .object({
    object: z.literal('merge-check'),
    mergeable: z.boolean().describe('True if it can be merged now'),
    revision: id.describe('The active revision of the space that was tried with'),
    obstacles: z.array(obstacle),
    conflicts: z.number().int(),
    overlaps: z
      .array(
        z.object({
          changeRequest: changeRequestReference,
          pages: z.array(z.object({ id, title: z.string() })).describe('Pages that both change, at most 20'),
          pagesTotal: z.number().int(),
        }),
      )
      .describe('Other draft and open requests that change the same pages'),
    order: z
      .array(changeRequestReference)
      .describe('Requests that merge cleanly one after the other, this one and those it overlaps with'),
    conflicting: z.array(changeRequestReference).describe('Requests that conflict with one before them'),
    compared: z.number().int().describe('Number of other requests that were compared, at most 50'),
  })
  .meta({ id: 'MergeCheck' })
export type MergeCheck = z.infer<typeof mergeCheck>

const statuses = z
  .array(changeRequestStatus)
  .min(1)
  .max(4)
  .default(['open'])
  .describe('Repeatable; only open ones by default')

/** Filters and order of the lists of change requests. */
const listFilters = {
  status: statuses,
  creator: id.optional().describe('Only requests of this author'),
  contributor: id.optional().describe('Only requests this user edited or commented'),
  requestedReviewer: id.optional().describe('Only requests this user was asked to review'),
  pendingReviewer: id
    .optional()
    .describe('Only requests that wait for this user: they were asked to review, and have not judged since'),
  verdict: z
    .enum(['approved', 'changes-requested'])
    .optional()
    .describe(
      'approved: the current revision is approved and no reviewer requests changes; changes-requested: a reviewer does',
    ),
  orderBy: z.enum(['updatedAt', 'createdAt']).default('updatedAt').describe('The newest first'),
}

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
    query: paging.extend(listFilters),
    status: 200,
    response: listOf(changeRequest),
  },
  listInOrganization: {
    id: 'listOrganizationChangeRequests',
    method: 'GET',
    path: '/orgs/:organizationId/change-requests',
    summary:
      'List the change requests of all spaces the caller may see, the open ones unless asked otherwise.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      ...listFilters,
      space: id.optional(),
      site: id.optional().describe('Only requests in spaces that this site shows'),
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
  updateFromSpace: {
    id: 'updateChangeRequestFromSpace',
    method: 'POST',
    path: `${one}/update`,
    summary: 'Take the present content of the space into a change request.',
    description:
      'With conflicts, the request doesn’t change and the response lists them. Call again with `resolutions`.',
    permission: 'space.edit',
    params: changeRequestPath,
    body: z.object({ resolutions: z.array(resolution).max(10_000).optional() }),
    bodyOptional: true,
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: z.object({
      revision: id.describe('The active revision of the change request'),
      result: z.enum(['update', 'conflicts']),
    }),
  },
  mergeCheck: {
    id: 'checkChangeRequestMerge',
    method: 'GET',
    path: `${one}/merge-check`,
    summary:
      'Check whether a change request can be merged, what blocks it, and which others change the same pages.',
    description:
      'Changes nothing. Other open requests are tried in the order of their numbers, at most 50 of them: `order` merges cleanly one after the other, `apart` clashes with what comes before it.',
    permission: 'space.view',
    params: changeRequestPath,
    status: 200,
    response: mergeCheck,
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
      limit: z
        .number()
        .int()
        .min(0)
        .max(1000)
        .default(10)
        .describe('Number of changes to return, 10 by default'),
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
    description:
      'Refused with 412 where the service has no Chromium; `LECTERN_CHROMIUM` in its environment names one.',
    query: pdfQuery,
    status: 200,
    response: pdfLink,
  },
})
