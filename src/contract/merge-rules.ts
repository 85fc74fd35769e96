import { z } from 'zod'
import { resource } from './route.ts'
import { collectionPath, organizationPath, spacePath } from './shared/paths.ts'
import { id, timestamp, version } from './shared/values.ts'
import { user } from './users.ts'

/** People and teams that one rule can name. */
export const MAX_RULE_REVIEWERS = 50

/** Path patterns of one rule. */
export const MAX_PATH_OWNERS = 50
const MAX_PATTERN_LENGTH = 255

const ids = z.array(id).max(MAX_RULE_REVIEWERS)

const people = {
  users: ids.describe('Members of the organization'),
  teams: ids.optional().describe('Teams: any of their members counts'),
}

const withOlderReviews = {
  countOutdated: z
    .boolean()
    .optional()
    .describe('Reviews of an older version of the change request count, too; false by default'),
}

const namesSomeone = ({ users, teams = [] }: { users: string[]; teams?: string[] | undefined }): boolean =>
  users.length + teams.length > 0

const pathPattern = z
  .string()
  .trim()
  .max(MAX_PATTERN_LENGTH)
  .regex(/^\/\S*$/, 'Start the pattern with / and use no spaces')
  .describe('`*` matches within one part of a path, `**` any number of parts: `/guides/**`')

const NOBODY = { path: ['users'], message: 'Add at least one person or team' }

/**
 * What a change request needs before it can be merged. Names and shapes are those of the hosted products' APIs; teams,
 * `count`, `countOutdated` and `require_resolved_comments` are additions.
 */
export const mergeRule = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('require_at_least_one_review'), ...withOlderReviews }),
  z.object({
    rule: z.literal('require_at_least_one_approved_review'),
    count: z
      .number()
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('How many people must approve, 1 to 10; 1 by default'),
    ...withOlderReviews,
  }),
  z
    .object({ rule: z.literal('require_all_reviews_approved') })
    .describe('No one’s last review requests changes, even if it is of an older version'),
  z.object({ rule: z.literal('require_up_to_date_change_request') }),
  z.object({ rule: z.literal('require_change_request_subject') }),
  z.object({ rule: z.literal('require_change_request_description') }),
  z
    .object({ rule: z.literal('require_no_broken_links') })
    .describe('It breaks no link of the space, and adds none that is broken'),
  z.object({ rule: z.literal('require_resolved_comments') }).describe('No thread is open'),
  z.object({ rule: z.literal('require_author_to_merge') }),
  z
    .object({ rule: z.literal('require_specific_reviewers'), ...people, ...withOlderReviews })
    .refine(namesSomeone, NOBODY)
    .describe('All of these people, and someone of each of these teams, must approve'),
  z
    .object({ rule: z.literal('require_one_of_specific_reviewers'), ...people, ...withOlderReviews })
    .refine(namesSomeone, NOBODY)
    .describe('One of these people, or of the members of these teams, must approve'),
  z
    .object({
      rule: z.literal('require_path_owners'),
      owners: z
        .array(z.object({ pattern: pathPattern, ...people }).refine(namesSomeone, NOBODY))
        .min(1)
        .max(MAX_PATH_OWNERS)
        .refine(
          (owners) => new Set(owners.map(({ pattern }) => pattern)).size === owners.length,
          'Use each pattern once',
        ),
      ...withOlderReviews,
    })
    .describe(
      'For each pattern that matches the path of a changed page, one of its owners must approve. A page that moves matches by both paths',
    ),
  z
    .object({ rule: z.literal('allow_bypass'), ...people })
    .refine(namesSomeone, NOBODY)
    .describe('They can merge without meeting the rules set here, and must give a reason'),
])
export type MergeRule = z.infer<typeof mergeRule>

const ownRules = z.object({ type: z.literal('rules'), rules: z.array(mergeRule) })

/** The rules set at an organization, as part of it. */
export const standaloneMergeRules = z.discriminatedUnion('type', [
  ownRules,
  z.object({ type: z.literal('none') }),
])

/** The rules set at a space, as part of it; those of the organization and its collections apply as well. */
export const spaceMergeRules = z.discriminatedUnion('type', [
  ownRules,
  z.object({ type: z.literal('inherit') }),
])

/** The object whose rules these are. */
export const mergeRulesSource = z.object({ type: z.enum(['organization', 'collection', 'space']), id })

export const mergeRuleSet = z
  .object({
    object: z.literal('merge-rules'),
    rules: z.array(mergeRule).describe('Rules set here; empty for none'),
    inherited: z
      .array(z.object({ from: mergeRulesSource, rules: z.array(mergeRule) }))
      .describe('Rules of the organization and of the collections above, which apply as well'),
    users: z.array(user).describe('The people in the rules'),
    teams: z.array(z.object({ id, title: z.string() })).describe('The teams in the rules'),
    updatedAt: timestamp.optional(),
    updatedBy: user.optional().describe('Who last changed the rules set here'),
    version: version.describe('0 if none were ever set'),
  })
  .meta({ id: 'MergeRules' })
export type MergeRules = z.infer<typeof mergeRuleSet>

const body = z.object({
  rules: z
    .array(mergeRule)
    .max(20)
    .refine((rules) => new Set(rules.map(({ rule }) => rule)).size === rules.length, 'Use each rule once')
    .describe('Replaces all rules set here; each type at most once'),
})

const replaced =
  'The rules of the organization, of all collections above a space and of the space apply together. Returns 400 for people who aren’t members, and for unknown teams.'

export const mergeRules = resource('mergeRules', {
  getForOrganization: {
    id: 'getOrganizationMergeRules',
    method: 'GET',
    path: '/orgs/:organizationId/merge-rules',
    summary: 'Get the merge rules of an organization.',
    permission: 'organization.view',
    params: organizationPath,
    status: 200,
    response: mergeRuleSet,
  },
  setForOrganization: {
    id: 'setOrganizationMergeRules',
    method: 'PUT',
    path: '/orgs/:organizationId/merge-rules',
    summary: 'Replace the merge rules of an organization, which apply to all of its spaces.',
    description: replaced,
    permission: 'organization.admin',
    params: organizationPath,
    body,
    status: 200,
    response: mergeRuleSet,
    versioned: true,
  },
  getForCollection: {
    id: 'getCollectionMergeRules',
    method: 'GET',
    path: '/collections/:collectionId/merge-rules',
    summary: 'Get the merge rules of a collection, and those it inherits.',
    permission: 'collection.view',
    params: collectionPath,
    status: 200,
    response: mergeRuleSet,
  },
  setForCollection: {
    id: 'setCollectionMergeRules',
    method: 'PUT',
    path: '/collections/:collectionId/merge-rules',
    summary: 'Replace the merge rules of a collection, which apply to all spaces in it.',
    description: replaced,
    permission: 'collection.admin',
    params: collectionPath,
    body,
    status: 200,
    response: mergeRuleSet,
    versioned: true,
  },
  getForSpace: {
    id: 'getSpaceMergeRules',
    method: 'GET',
    path: '/spaces/:spaceId/merge-rules',
    summary: 'Get the merge rules of a space, and those it inherits.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: mergeRuleSet,
  },
  setForSpace: {
    id: 'setSpaceMergeRules',
    method: 'PUT',
    path: '/spaces/:spaceId/merge-rules',
    summary: 'Replace the merge rules of a space.',
    description: replaced,
    permission: 'space.admin',
    params: spacePath,
    body,
    status: 200,
    response: mergeRuleSet,
    versioned: true,
  },
})
