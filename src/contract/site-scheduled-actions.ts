import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { siteVisibility } from './sites.ts'
import { user } from './users.ts'

/** Waiting actions per site. */
export const MAX_WAITING_ACTIONS = 100
/** How far ahead an action can be scheduled, in days. */
export const MAX_DAYS_AHEAD = 366

/** What a site does at a time. Its `type` is the name of the operation that does it right away. */
export const scheduledChange = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('publish') }),
    z.object({ type: z.literal('unpublish') }),
    z.object({ type: z.literal('change-audience'), visibility: siteVisibility }),
    z.object({
      type: z.literal('publish-plan'),
      redirect: z.boolean().optional().describe('Redirects old addresses to the new ones; true by default'),
    }),
  ])
  .meta({ id: 'ScheduledSiteChange' })
export type ScheduledChange = z.infer<typeof scheduledChange>

const timeZone = z
  .string()
  .min(1)
  .max(64)
  .describe('IANA name of the time zone in which the time was chosen, such as `Europe/Amsterdam`')

/** A change of a site that Lectern makes at a time, with the permissions that its scheduler has then. */
export const scheduledAction = z
  .object({
    object: z.literal('scheduled-action'),
    id,
    change: scheduledChange,
    runsAt: timestamp,
    timeZone,
    status: z
      .enum(['waiting', 'done', 'failed'])
      .describe('waiting: it has not run; done: the site was changed; failed: nothing was changed'),
    scheduledBy: user,
    createdAt: timestamp,
    endedAt: timestamp.optional().describe('When it ran'),
    failure: z.string().optional().describe('Why nothing was changed, human-readable'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'SiteScheduledAction' })
export type ScheduledAction = z.infer<typeof scheduledAction>

const base = '/orgs/:organizationId/sites/:siteId/scheduled-actions'

export const siteScheduledActions = resource('siteScheduledActions', {
  list: {
    id: 'listSiteScheduledActions',
    method: 'GET',
    path: base,
    summary: 'List the scheduled actions of a site, the latest time first.',
    description: 'Actions that ran are listed for 90 days.',
    permission: 'site.edit',
    params: sitePath,
    query: paging.extend({ status: scheduledAction.shape.status.optional() }),
    status: 200,
    response: listOf(scheduledAction),
  },
  create: {
    id: 'createSiteScheduledAction',
    method: 'POST',
    path: base,
    summary: 'Schedule publishing, unpublishing, a change of the audience, or publishing the plan.',
    description: `Publishing a plan requires the edit role, everything else the create role. The role is checked again when the action runs; if the person who scheduled it no longer has it, the action fails. Returns 400 unless the time is in the future and within ${MAX_DAYS_AHEAD} days, 409 with ${MAX_WAITING_ACTIONS} waiting actions, and 412 for an audience that no reader could belong to: \`share-link\` without an active share link, or \`visitor-auth\` without a sign-in URL.`,
    permission: 'site.edit',
    params: sitePath,
    body: z.object({ change: scheduledChange, runsAt: timestamp, timeZone }),
    status: 201,
    response: scheduledAction,
  },
  delete: {
    id: 'deleteSiteScheduledAction',
    method: 'DELETE',
    path: `${base}/:scheduledActionId`,
    summary: 'Cancel a waiting action, or remove one that ran from the list.',
    description: 'If the action is running, the request waits for it and returns 409.',
    permission: 'site.edit',
    params: sitePath.extend({ scheduledActionId: id }),
    status: 205,
  },
})
