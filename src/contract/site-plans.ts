import { z } from 'zod'
import { resource } from './route.ts'
import { issue, statusOf } from './shared/errors.ts'
import { sitePath } from './shared/paths.ts'
import { addressChanges, structureDifference, structureMark } from './shared/structure-difference.ts'
import { id, timestamp, urlsOf, version } from './shared/values.ts'
import { siteHistoryEntry } from './site-history.ts'
import { siteSectionGroups } from './site-section-groups.ts'
import { siteSections } from './site-sections.ts'
import { siteSpaces } from './site-spaces.ts'
import { siteStructure, siteStructures } from './site-structure.ts'
import { sites } from './sites.ts'
import { user } from './users.ts'

const settings = sites.update.body.shape

/** A change to the structure, with the body of the operation that applies it live; `id` is the item it changes. */
export const structureChange = z
  .discriminatedUnion('type', [
    siteSections.create.body.extend({ type: z.literal('add-section') }),
    siteSections.update.body.extend({ type: z.literal('change-section'), id }),
    z.object({ type: z.literal('delete-section'), id }),
    siteSectionGroups.create.body.extend({ type: z.literal('add-group') }),
    siteSectionGroups.update.body.extend({ type: z.literal('change-group'), id }),
    z.object({ type: z.literal('delete-group'), id }),
    siteSpaces.create.body.extend({ type: z.literal('add-space') }),
    siteSpaces.update.body.extend({ type: z.literal('change-space'), id }),
    z.object({ type: z.literal('remove-space'), id }),
    siteStructures.sort.body.extend({ type: z.literal('move') }),
    z.object({
      type: z.literal('set-default'),
      defaultSiteSection: settings.defaultSiteSection,
      defaultSiteSpace: settings.defaultSiteSpace,
    }),
  ])
  .meta({ id: 'SiteStructureChange' })
export type StructureChange = z.infer<typeof structureChange>

/** Steps per plan. Steps on the same item are combined, so few plans come near the limit. */
export const MAX_PLAN_STEPS = 500

export const planStep = z
  .object({
    id,
    change: structureChange.describe('As it was planned'),
    item: id
      .optional()
      .describe('The item it changes; for a step that adds one, the id that the item will have'),
    changes: z
      .array(structureDifference)
      .describe('Effects of the step; if it can no longer be applied, its effects when it was planned'),
    problem: z
      .object({
        type: z.enum(Object.keys(statusOf) as [keyof typeof statusOf, ...(keyof typeof statusOf)[]]),
        message: z.string().describe('Human-readable'),
        issues: z.array(issue).optional(),
      })
      .optional()
      .describe('Why the step can no longer be applied; `structure` leaves it out'),
  })
  .meta({ id: 'SitePlanStep' })
export type PlanStep = z.infer<typeof planStep>

/** The live structure that the plan is compared with. */
const live = z.object({
  fingerprint: z
    .string()
    .describe(
      'Changes with the live structure; send it as `live` to publish only if the live structure is still the same',
    ),
  since: timestamp.optional().describe('When the live structure last changed'),
})

export const sitePlan = z
  .object({
    object: z.literal('site-plan'),
    version,
    startedBy: user.optional().describe('Absent if the plan is empty'),
    startedAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    live,
    steps: z
      .array(planStep)
      .max(MAX_PLAN_STEPS)
      .describe('In the order in which they were planned and will be applied'),
    structure: siteStructure.describe(
      'The structure after publishing; the `urls.published` of new items do not work yet',
    ),
    marks: z.array(structureMark).describe('Differences from the live structure, by item'),
    removed: z.array(structureDifference).describe('Items of the live structure that are missing here'),
    addresses: addressChanges,
    publishable: z.boolean().describe('Whether the plan changes the structure and no step has a problem'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'SitePlan' })
export type SitePlan = z.infer<typeof sitePlan>

/** Whether a site has a plan, without its content: cheap to fetch however large the site is. */
export const sitePlanSummary = z
  .object({
    object: z.literal('site-plan-summary'),
    version,
    steps: z.number().int().describe('Number of steps; 0 if the plan is empty'),
    startedBy: user.optional().describe('Absent if the plan is empty'),
    startedAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'SitePlanSummary' })
export type SitePlanSummary = z.infer<typeof sitePlanSummary>

export const planStepPath = sitePath.extend({ stepId: id })
const base = '/orgs/:organizationId/sites/:siteId/structure/plan'

export const sitePlans = resource('sitePlans', {
  get: {
    id: 'getSitePlan',
    method: 'GET',
    path: base,
    summary: 'Get the plan of a site: its steps, the resulting structure, and the effects on URLs.',
    description:
      'A site has one plan, shared by everyone who can edit the site. It is empty (version 0 at first) until someone adds a step.',
    permission: 'site.edit',
    params: sitePath,
    status: 200,
    response: sitePlan,
  },
  summary: {
    id: 'getSitePlanSummary',
    method: 'GET',
    path: `${base}/summary`,
    summary: 'Get whether a site has a plan: the number of steps, who started it, and when.',
    permission: 'site.edit',
    params: sitePath,
    status: 200,
    response: sitePlanSummary,
  },
  discard: {
    id: 'discardSitePlan',
    method: 'DELETE',
    path: base,
    summary: 'Discard all steps of the plan; the site does not change.',
    permission: 'site.edit',
    params: sitePath,
    status: 205,
    versioned: true,
  },
  addSteps: {
    id: 'addSitePlanSteps',
    method: 'POST',
    path: `${base}/steps`,
    summary: 'Add one or more changes to the plan, all or none; returns the plan.',
    description:
      'A change that cannot be applied to the planned structure fails with the same error as on the live structure; `details.issues` names the field of the body. Steps that change the same item are merged if the result is the same, and steps that cancel each other out are removed.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({ changes: z.array(structureChange).min(1).max(100) }),
    status: 200,
    response: sitePlan,
    versioned: true,
  },
  undoStep: {
    id: 'undoSitePlanStep',
    method: 'DELETE',
    path: `${base}/steps/:stepId`,
    summary:
      'Remove a step from the plan; returns the plan, in which steps that depended on it have a problem.',
    permission: 'site.edit',
    params: planStepPath,
    status: 200,
    response: sitePlan,
    versioned: true,
  },
  publish: {
    id: 'publishSitePlan',
    method: 'POST',
    path: `${base}/publish`,
    summary: 'Apply all steps of the plan together and empty it; returns the history entry.',
    description:
      'Returns 409 if there is nothing to publish or a step has a problem; 412 if the plan (`If-Match`) or the live structure (`live`) has changed since the caller read it.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      redirect: z
        .boolean()
        .optional()
        .describe('Whether old URLs redirect to the new ones (308); true by default'),
      live: z.string().max(64).optional().describe('`live.fingerprint` of the plan that the caller read'),
    }),
    bodyOptional: true,
    status: 200,
    response: z.object({
      entry: siteHistoryEntry,
      version: version.describe('Version of the plan, which is now empty'),
    }),
    versioned: true,
  },
})
