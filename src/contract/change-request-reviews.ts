import { z } from 'zod'
import { comment } from './comments.ts'
import { bodyFormat, bodyInput } from './documents.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath } from './shared/paths.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { user } from './users.ts'

export const reviewStatus = z.enum(['approved', 'changes-requested'])

export const review = z
  .object({
    object: z.literal('change-request-review'),
    id,
    revision: id.describe('The revision that was reviewed'),
    reviewer: user,
    requestedBy: user.optional(),
    status: reviewStatus,
    outdated: z
      .boolean()
      .optional()
      .describe('The change request has been edited since, or another review was requested'),
    comment: comment.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    urls: urlsOf(['location']),
  })
  .meta({ id: 'ChangeRequestReview' })
export type Review = z.infer<typeof review>

const requestFields = {
  object: z.literal('change-request-requested-reviewer'),
  revision: id,
  requestedBy: user,
  createdAt: timestamp,
  remindedAt: timestamp.optional().describe('When they were last reminded by email about this request'),
}
export const requestedReviewer = z
  .discriminatedUnion('kind', [
    z.object({ ...requestFields, kind: z.literal('user'), user }),
    z.object({
      ...requestFields,
      kind: z.literal('team'),
      team: z
        .object({ object: z.literal('team'), id, title: z.string() })
        .describe('None of its members has reviewed since. The first who does takes its place'),
    }),
  ])
  .meta({ id: 'ChangeRequestRequestedReviewer' })
export type RequestedReviewer = z.infer<typeof requestedReviewer>

export const contributor = z
  .object({
    user,
    actionType: z.enum(['edit', 'comment']),
    count: z.number().int(),
    updatedAt: timestamp,
  })
  .meta({ id: 'ChangeRequestContributor' })
export type Contributor = z.infer<typeof contributor>

const request = '/spaces/:spaceId/change-requests/:changeRequestId'
const base = `${request}/reviews` as const

export const changeRequestReviews = resource('changeRequestReviews', {
  list: {
    id: 'listReviews',
    method: 'GET',
    path: base,
    summary: 'List the reviews of a change request, newest first.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging.extend({
      format: bodyFormat,
      outdated: z.boolean().optional().describe('true: only outdated reviews; false: only current ones'),
    }),
    status: 200,
    response: listOf(review),
  },
  create: {
    id: 'submitReview',
    method: 'POST',
    path: base,
    summary: 'Approve a change request or request changes. The review applies to its active revision.',
    permission: 'space.review',
    params: changeRequestPath,
    body: z.object({ status: reviewStatus, comment: bodyInput.optional() }),
    status: 201,
    response: review,
  },
  get: {
    id: 'getReview',
    method: 'GET',
    path: `${base}/:reviewId`,
    summary: 'Get a review.',
    permission: 'space.view',
    params: changeRequestPath.extend({ reviewId: id }),
    query: z.object({ format: bodyFormat }),
    status: 200,
    response: review,
  },
  listRequested: {
    id: 'listRequestedReviewers',
    method: 'GET',
    path: `${request}/requested-reviewers`,
    summary: 'List the reviewers of a change request.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging,
    status: 200,
    response: listOf(requestedReviewer),
  },
  request: {
    id: 'requestReviewers',
    method: 'POST',
    path: `${request}/requested-reviewers`,
    summary: 'Request reviews of a change request from people and teams. A draft becomes open.',
    description:
      'One review by a member of a team is enough: the member becomes the requested reviewer in place of the team. Returns 404 for people without access to the space and for unknown teams, and 400 for people and teams that can’t review: the author, those without the review role, and teams in which no one else has it.',
    permission: 'space.edit',
    params: changeRequestPath,
    body: z
      .object({
        users: z.array(id).min(1).max(100).optional().describe('Required without `teams`'),
        teams: z.array(id).min(1).max(20).optional(),
        subject: z.string().max(100).optional(),
      })
      .refine(({ users, teams }) => users !== undefined || teams !== undefined, {
        path: ['users'],
        message: 'Name at least one reviewer',
      }),
    status: 200,
    response: z.object({ users: z.array(requestedReviewer), teams: z.array(requestedReviewer) }),
  },
  removeRequested: {
    id: 'removeRequestedReviewer',
    method: 'DELETE',
    path: `${request}/requested-reviewers/:userId`,
    summary: 'Remove a reviewer from a change request.',
    permission: 'space.edit',
    params: changeRequestPath.extend({ userId: id }),
    status: 205,
  },
  removeRequestedTeam: {
    id: 'removeRequestedTeam',
    method: 'DELETE',
    path: `${request}/requested-teams/:teamId`,
    summary: 'Remove a team from the reviewers of a change request.',
    permission: 'space.edit',
    params: changeRequestPath.extend({ teamId: id }),
    status: 205,
  },
  remind: {
    id: 'remindReviewer',
    method: 'POST',
    path: `${request}/requested-reviewers/:userId/reminders`,
    summary: 'Remind a requested reviewer by email, at most once a day.',
    description:
      'Returns 404 without a review request for them, 409 if they have reviewed the latest version or if the change request is merged or archived, and 429 if they were reminded within 24 hours.',
    permission: 'space.edit',
    params: changeRequestPath.extend({ userId: id }),
    status: 200,
    response: requestedReviewer,
  },
  contributors: {
    id: 'listContributors',
    method: 'GET',
    path: `${request}/contributors`,
    summary: 'List the people who edited or commented on a change request, most recent first.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging,
    status: 200,
    response: listOf(contributor),
  },
})
