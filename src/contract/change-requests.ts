import { z } from 'zod'
import { contentConflict, resolution } from './content-conflicts.ts'
import { pdfLink, pdfQuery } from './exports.ts'
import { mergeRule, mergeRulesSource } from './merge-rules.ts'
import { resource } from './route.ts'
import { semanticChanges } from './semantic-changes.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath, organizationPath, spacePath } from './shared/paths.ts'
import { id, timestamp, urlsOf, version } from './shared/values.ts'
import { user } from './users.ts'

export const changeRequestStatus = z.enum(['draft', 'open', 'merged', 'archived'])
export const changeRequestSubject = z.string().max(100)

const description = z.object({ markdown: z.string().max(10_000) })

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
    type: z.literal('merge-rules'),
    blocks: z.literal(true),
    count: z.number().int().describe('Rules that aren’t met'),
  }),
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

const pageName = z.object({ id, title: z.string() })

/** A merge rule, and what the change request still needs. */
const ruleCheck = z.object({
  rule: mergeRule,
  from: z.array(mergeRulesSource).describe('Where it is set'),
  met: z.boolean(),
  canBypass: z.boolean().describe('Whether the caller can merge without it'),
  approvals: z.number().int().optional().describe('Approvals so far, for rules that count them'),
  waitingFor: z
    .object({ users: z.array(user), teams: z.array(z.object({ id, title: z.string() })) })
    .optional()
    .describe(
      'Who must still approve; for `require_one_of_specific_reviewers` and `require_path_owners`, one of them',
    ),
  owners: z
    .array(
      z.object({
        pattern: z.string(),
        pages: z.array(pageName).describe('Changed pages that match, up to 20'),
        pagesTotal: z.number().int(),
      }),
    )
    .optional()
    .describe('The patterns of `require_path_owners` that still need an approval'),
  brokenLinks: z
    .object({
      count: z.number().int(),
      items: z
        .array(z.object({ page: pageName, target: z.string(), missing: z.enum(['target', 'anchor']) }))
        .describe('Up to 20'),
    })
    .optional()
    .describe('The links that the change request breaks'),
})
export type RuleCheck = z.infer<typeof ruleCheck>

/** The result of a trial merge, which changes nothing. */
export const mergeCheck = z
  .object({
    object: z.literal('merge-check'),
    mergeable: z.boolean().describe('True if the caller can merge it now without bypassing a rule'),
    canBypass: z
      .boolean()
      .describe('Only merge rules prevent the merge, and the caller can bypass all that aren’t met'),
    rules: z.array(ruleCheck).describe('The merge rules that apply, met or not'),
    revision: id.describe('The active revision of the space that the check used'),
    obstacles: z.array(obstacle),
    conflicts: z.number().int(),
    overlaps: z
      .array(
        z.object({
          changeRequest: changeRequestReference,
          pages: z.array(z.object({ id, title: z.string() })).describe('Pages that both change, up to 20'),
          pagesTotal: z.number().int(),
        }),
      )
      .describe('Other draft and open requests that change the same pages'),
    order: z
      .array(changeRequestReference)
      .describe('Change requests that merge cleanly one after another: this one and those it overlaps with'),
    conflicting: z
      .array(changeRequestReference)
      .describe('Change requests that conflict with an earlier one'),
    compared: z.number().int().describe('Number of other change requests compared, up to 50'),
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
