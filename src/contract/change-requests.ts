import { z } from 'zod'
import { changeRequestStatus, changeRequestSubject } from './change-request-values.ts'
import { contentConflict, resolution } from './content-conflicts.ts'
import { pdfLink, pdfQuery } from './exports.ts'
import { mergeCheck } from './merge-checks.ts'
import { resource } from './route.ts'
import { semanticChanges } from './semantic-changes.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath, organizationPath, spacePath } from './shared/paths.ts'
import { id, timestamp, urlsOf, version } from './shared/values.ts'
import { user } from './users.ts'

const description = z.object({ markdown: z.string().max(10_000) })

/** The place of a change request in the merge queue of its space. */
const queuedMerge = z.object({
  by: user.describe('Who queued it. It is merged on their behalf, with their permissions'),
  at: timestamp,
  position: z
    .number()
    .int()
    .min(1)
    .describe(
      'From 1, in the order of queueing. Requests that are ready don’t wait for earlier ones that aren’t',
    ),
})

export const changeRequest = z
  .object({
    object: z.literal('change-request'),
    id,
    number: z.number().int().describe('Unique in its space, counting from 1'),
    status: changeRequestStatus,
    subject: changeRequestSubject.describe('Empty without a subject'),
    description: description.optional().describe('Left out without a description, and in lists'),
    space: id.optional().describe('The space it changes'),
    createdBy: user,
    createdAt: timestamp,
    updatedAt: timestamp,
    mergedBy: user.optional(),
    mergedAt: timestamp.optional(),
    revision: id.describe('Active revision in the change request'),
    revisionInitial: id.describe('Revision of the space that it started from'),
    revisionMergedAncestor: id.optional().describe('Revision of the space it was last updated from'),
    revisionMerged: id.optional().describe('Revision of the space that the merge created'),
    comments: z.number().int().describe('Open comments'),
    queued: queuedMerge
      .optional()
      .describe('It is merged once nothing prevents it; absent unless it waits in the queue of its space'),
    outdated: z.boolean().describe('The space has changed since the request was created or last updated'),
    urls: urlsOf(['app', 'location']),
    version,
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequest = z.infer<typeof changeRequest>

const statuses = z
  .array(changeRequestStatus)
  .min(1)
  .max(4)
  .default(['open'])
  .describe('Repeatable; only open ones by default')

/** Filters and order of the lists of change requests. */
const listFilters = {
  status: statuses,
  creator: id.optional().describe('Only requests by this author'),
  contributor: id.optional().describe('Only requests that this user edited or commented on'),
  requestedReviewer: id.optional().describe('Only requests with this user as a reviewer'),
  pendingReviewer: id.optional().describe('Only requests waiting for a review by this user'),
  verdict: z
    .enum(['approved', 'changes-requested'])
    .optional()
    .describe(
      'approved: the current revision is approved, and no reviewer has requested changes; changes-requested: a reviewer has',
    ),
  inactiveSince: timestamp
    .optional()
    .describe('Only requests without an edit, comment, reply or review at or after this time'),
  orderBy: z.enum(['updatedAt', 'createdAt']).default('updatedAt').describe('Newest first'),
}

const base = '/spaces/:spaceId/change-requests'
const one = `${base}/:changeRequestId` as const

export const changeRequests = resource('changeRequests', {
  list: {
    id: 'listChangeRequests',
    method: 'GET',
    path: base,
    summary: 'List the change requests of a space, by default the open ones.',
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
    summary: 'List the change requests of all spaces the caller can see, by default the open ones.',
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
    summary: 'Create a draft change request from the current content of the space.',
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
    summary: 'Get a change request by its ID or number.',
    permission: 'space.view',
    params: changeRequestPath,
    status: 200,
    response: changeRequest,
  },
  update: {
    id: 'updateChangeRequest',
    method: 'PATCH',
    path: one,
    summary: 'Update the subject, description or status of a change request; 409 if it is merged.',
    permission: 'space.edit',
    params: changeRequestPath,
    body: z.object({
      subject: changeRequestSubject.optional(),
      description: description.optional().describe('An empty text removes it'),
      status: z.enum(['draft', 'open', 'archived']).optional().describe('To merge, use the merge operation'),
    }),
    status: 200,
    response: changeRequest,
    versioned: true,
  },
  merge: {
    id: 'mergeChangeRequest',
    method: 'POST',
    path: `${one}/merge`,
    summary:
      'Merge a change request into its space. If there are conflicts, nothing changes and the result lists them.',
    description:
      'Returns 409 if it is already merged or archived, and 412 if a merge rule isn’t met. `merge-check` lists what is missing.',
    permission: 'space.review',
    params: changeRequestPath,
    body: z.object({
      bypassReason: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .optional()
        .describe('Merges although rules aren’t met, for people who can bypass them. Kept in the audit log'),
    }),
    bodyOptional: true,
    status: 200,
    response: z.object({
      revision: id.describe('The active revision of the space'),
      result: z.enum(['merge', 'conflicts']),
    }),
  },
  queueMerge: {
    id: 'queueChangeRequestMerge',
    method: 'POST',
    path: `${one}/merge-when-ready`,
    summary: 'Merge a change request on behalf of the caller as soon as nothing prevents it.',
    description:
      'The requests that wait in a space are tried in the order in which they were queued, again after every change that can matter and after each merge. A request leaves the queue if it is archived, moved back to draft, or conflicts with the space, if the caller can no longer merge, or if someone who can’t merge edits it; `update` is tried if only `require_up_to_date_change_request` isn’t met. Without effect on a request that is queued. Returns 409 if it isn’t open, or if 100 requests are queued in the space, and 412 if waiting can’t help: it has conflicts, a rule lets only its author merge it, or asks only its author for approval.',
    permission: 'space.review',
    params: changeRequestPath,
    status: 200,
    response: changeRequest,
  },
  cancelMerge: {
    id: 'cancelChangeRequestMerge',
    method: 'DELETE',
    path: `${one}/merge-when-ready`,
    summary: 'Take a change request out of the merge queue; without effect if it isn’t queued.',
    permission: 'space.edit',
    params: changeRequestPath,
    status: 204,
  },
  revert: {
    id: 'revertChangeRequest',
    method: 'POST',
    path: `${one}/revert`,
    summary: 'Create a draft change request that undoes a merged one and keeps later edits.',
    description:
      'It starts from the current content of the space. If later edits conflict with undoing the merge, it starts from the merged revision instead: it is `outdated`, `conflicts` lists what to resolve, and updating it with `resolutions` brings in the later edits. Its subject is “Revert #12” and the subject of the merged request, cut to 100 characters. Returns 409 if the change request isn’t merged, or if the space has none of its changes.',
    permission: 'space.edit',
    params: changeRequestPath,
    status: 201,
    response: changeRequest,
  },
  updateFromSpace: {
    id: 'updateChangeRequestFromSpace',
    method: 'POST',
    path: `${one}/update`,
    summary: 'Update a change request with the current content of its space.',
    description:
      'If there are conflicts, nothing changes and the response lists them. Call again with `resolutions`.',
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
      'Changes nothing. Up to 50 other open change requests are tried in the order of their numbers: those in `order` merge cleanly one after another, those in `conflicting` conflict with an earlier one.',
    permission: 'space.view',
    params: changeRequestPath,
    status: 200,
    response: mergeCheck,
  },
  conflicts: {
    id: 'listChangeRequestConflicts',
    method: 'GET',
    path: `${one}/conflicts`,
    summary: 'List the conflicts between a change request and its space.',
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
    summary: 'Get the changes in a change request.',
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
    summary: 'Get a URL that renders a change request, or one page of it, as a PDF.',
    permission: 'space.view',
    params: changeRequestPath,
    description: 'Returns 412 if the service has no Chromium. Its operator can set `LECTERN_CHROMIUM`.',
    query: pdfQuery,
    status: 200,
    response: pdfLink,
  },
})
