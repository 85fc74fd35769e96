import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { requestableRoles } from './shared/permissions.ts'
import { id, nullableRole, timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Requests that `listAccessRequests` returns. */
export const MAX_ACCESS_REQUESTS = 100
/** People who can grant access that `getAccessRequestOptions` names, and who get an email about a request. */
export const MAX_GRANTORS = 10
export const MAX_ACCESS_MESSAGE = 500

export const accessSubjectType = z.enum(['space', 'collection', 'site'])

const requestableRole = z
  .enum(requestableRoles)
  .describe('Role, from weak to strong: comment, edit, review, create')

const message = z.string().trim().max(MAX_ACCESS_MESSAGE)

/** A member asks for a stronger role in a space or collection, or on a site. */
export const accessRequest = z
  .object({
    object: z.literal('access-request'),
    id,
    on: z.object({ type: accessSubjectType, id, title: z.string() }),
    user,
    role: requestableRole.describe('The role asked for'),
    message: message.describe('Why, in the person’s own words; empty if they gave no reason'),
    createdAt: timestamp,
  })
  .meta({ id: 'AccessRequest' })
export type AccessRequest = z.infer<typeof accessRequest>

/** What a member can ask for, and who can grant it. */
export const accessRequestOptions = z
  .object({
    object: z.literal('access-request-options'),
    role: nullableRole.describe('The caller’s role there now'),
    grantors: z
      .array(user)
      .describe(`People who can grant access, most recently active first; ${MAX_GRANTORS} at most`),
    moreGrantors: z.number().int().describe('How many other people can grant it'),
    request: accessRequest.optional().describe('The caller’s open request'),
    declinedAt: timestamp.optional().describe('When the caller’s last request was declined'),
  })
  .meta({ id: 'AccessRequestOptions' })
export type AccessRequestOptions = z.infer<typeof accessRequestOptions>

const base = '/orgs/:organizationId/access-requests'
const accessRequestPath = organizationPath.extend({ accessRequestId: id })
const subjectFields = { type: accessSubjectType, id: id.describe('The space, collection or site') }
const unknownRequest =
  'Returns 404 if the request was decided or withdrawn, or if the caller can’t grant access there.'

export const accessRequests = resource('accessRequests', {
  list: {
    id: 'listAccessRequests',
    method: 'GET',
    path: base,
    summary: 'List the open requests that the caller can grant.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: z.object({
      items: z.array(accessRequest).describe(`Oldest first; ${MAX_ACCESS_REQUESTS} at most`),
    }),
  },
  options: {
    id: 'getAccessRequestOptions',
    method: 'GET',
    path: `${base}/options`,
    summary: 'Get the caller’s role in a space or collection or on a site, and who can grant a stronger one.',
    description: 'Returns 404 if the caller can’t see it.',
    permission: 'organization.member',
    params: organizationPath,
    query: z.object(subjectFields),
    status: 200,
    response: accessRequestOptions,
  },
  create: {
    id: 'requestAccess',
    method: 'POST',
    path: base,
    summary: 'Ask for a stronger role in a space or collection, or on a site.',
    description:
      'People who can grant it see the request on their home page and get an email, at most once a day. Asking again replaces the open request. Returns 404 if the caller can’t see the object, and 409 if they have the role already.',
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({
      on: z.object(subjectFields),
      role: requestableRole,
      message: message.optional().describe('Why'),
    }),
    status: 201,
    response: accessRequest,
  },
  withdraw: {
    id: 'withdrawAccessRequest',
    method: 'DELETE',
    path: `${base}/:accessRequestId`,
    summary: 'Withdraw an open request of the caller.',
    permission: 'organization.member',
    params: accessRequestPath,
    status: 204,
  },
  grant: {
    id: 'grantAccessRequest',
    method: 'POST',
    path: `${base}/:accessRequestId/grant`,
    summary: 'Grant a request: the person gets the role and an email.',
    description: unknownRequest,
    permission: 'organization.member',
    params: accessRequestPath,
    body: z.object({
      role: requestableRole.optional().describe('Another role than the one asked for'),
    }),
    bodyOptional: true,
    status: 204,
  },
  decline: {
    id: 'declineAccessRequest',
    method: 'POST',
    path: `${base}/:accessRequestId/decline`,
    summary: 'Decline a request: the person gets an email.',
    description: unknownRequest,
    permission: 'organization.member',
    params: accessRequestPath,
    status: 204,
  },
})
