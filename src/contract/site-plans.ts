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
        message: z.string().describe('For people'),
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
    .describe('Differs when the live structure differs; given to publish, it has to be the one in force'),
  since: timestamp.optional().describe('When the structure that visitors see came about'),
})

export const sitePlan = z
  .object({
    object: z.literal('site-plan'),
    version,
    startedBy: user.optional().describe('Absent while nothing is planned'),
    startedAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    live,
    steps: z.array(planStep).max(MAX_PLAN_STEPS).describe('In the order they were planned and will be done'),
    structure: siteStructure.describe(
      'As it will be; items that are yet to be made have no `urls.published` that works',
    ),
    marks: z.array(structureMark).describe('What differs in it, by item'),
    removed: z.array(structureDifference).describe('What stands in the live structure and not in this one'),
    addresses: addressChanges,
    publishable: z.boolean().describe('There is something to publish, and no step has a problem'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'SitePlan' })
export type SitePlan = z.infer<typeof sitePlan>

/** Whether a site has a plan, without its content: cheap to fetch however large the site is. */
export const sitePlanSummary = z
  .object({
    object: z.literal('site-plan-summary'),
    version,
    steps: z.number().int().describe('How many; 0 while nothing is planned'),
    startedBy: user.optional().describe('Absent while nothing is planned'),
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
    summary:
      'Get the plan of a site: its steps, the structure they lead to, and what becomes of the addresses.',
    description:
      'A site has one plan, shared by all who may edit the site; empty (version 0 at first) until somebody adds a step.',
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
    summary: 'Throw all steps of the plan away; the site stays as it is.',
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
    summary: 'Do all steps of the plan at once and empty it; answers the entry in the history.',
    description:
      'Answers 409 when there is nothing to publish or a step has a problem, and 412 when the plan (`If-Match`) or the live structure (`live`) is not the one the caller saw.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      redirect: z
        .boolean()
        .optional()
        .describe('Old addresses lead to the new ones (308); true unless given'),
      live: z.string().max(64).optional().describe('`live.fingerprint` of the plan the caller saw'),
    }),
    bodyOptional: true,
    status: 200,
    response: z.object({ entry: siteHistoryEntry, version: version.describe('That of the plan, empty now') }),
    versioned: true,
  },
})
