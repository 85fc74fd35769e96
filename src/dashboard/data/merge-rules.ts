import { api } from '#contract/api.ts'
import type { MergeRule, MergeRules } from '#contract/merge-rules.ts'
import { pluralize } from '../lib/labels.ts'
import { q } from './api.ts'

/** What merge rules are set for. */
export type RulesTarget = {
  readonly type: MergeRules['inherited'][number]['from']['type']
  readonly id: string
  readonly organizationId: string
}

const routes = {
  organization: { get: api.mergeRules.getForOrganization, set: api.mergeRules.setForOrganization },
  collection: { get: api.mergeRules.getForCollection, set: api.mergeRules.setForCollection },
  space: { get: api.mergeRules.getForSpace, set: api.mergeRules.setForSpace },
} as const

/** The operations are the same for all three; only the ids in their paths differ. */
export const mergeRulesRoutes = ({ type }: Pick<RulesTarget, 'type'>) => routes[type]

/** The id under every parameter name; each path picks the parameter it has. */
export const mergeRulesParams = ({ id, organizationId }: Omit<RulesTarget, 'type'>) => ({
  organizationId,
  collectionId: id,
  spaceId: id,
})

/** The rules of a target, and those it inherits. */
export const mergeRulesQuery = (target: RulesTarget) =>
  q(mergeRulesRoutes(target).get, { params: mergeRulesParams(target) })

type RuleType = MergeRule['rule']

/** What each rule is called. */
export const ruleTitles: Readonly<Record<RuleType, string>> = {
  require_at_least_one_review: 'A review',
  require_at_least_one_approved_review: 'Approvals',
  require_all_reviews_approved: 'No changes requested',
  require_specific_reviewers: 'Approval of these people and teams',
  require_one_of_specific_reviewers: 'Approval of one of these people or teams',
  require_up_to_date_change_request: 'Up to date with the space',
  require_change_request_subject: 'A subject',
  require_change_request_description: 'A description',
  require_no_broken_links: 'No broken links',
  require_path_owners: 'Approval of path owners',
  require_resolved_comments: 'All threads resolved',
  require_author_to_merge: 'Only the author merges',
  allow_bypass: 'Can merge without meeting these rules',
}

/** What each rule does, in one sentence. */
export const ruleDescriptions: Readonly<Record<RuleType, string>> = {
  require_at_least_one_review: 'Someone other than the author has reviewed it.',
  require_at_least_one_approved_review: 'People other than the author have approved it.',
  require_all_reviews_approved: 'No one’s last review requests changes.',
  require_specific_reviewers: 'Each of these people, and a member of each team, has approved it.',
  require_one_of_specific_reviewers: 'One of these people, or a member of one of the teams, has approved it.',
  require_up_to_date_change_request: 'It includes the latest changes of the space.',
  require_change_request_subject: 'Its subject says what it changes.',
  require_change_request_description: 'Its description says why.',
  require_no_broken_links: 'It breaks no link in the space, and adds none that is broken.',
  require_path_owners: 'Changes below a path have been approved by one of its owners.',
  require_resolved_comments: 'None of its threads is open.',
  require_author_to_merge: 'No one but its author can merge it.',
  allow_bypass: 'These people must give a reason, which goes into the audit log.',
}

/** A rule in a few words: `2 approvals`. */
export const ruleLabel = (rule: Pick<MergeRule, 'rule'> & { readonly count?: number | undefined }): string =>
  rule.rule === 'require_at_least_one_approved_review'
    ? pluralize(rule.count ?? 1, 'approval')
    : ruleTitles[rule.rule]

export const olderReviewsLabel = 'Count reviews of older versions'

/** The people and teams that a rule names. */
export function reviewersIn(rule: MergeRule): {
  readonly users: readonly string[]
  readonly teams: readonly string[]
} {
  if ('owners' in rule) {
    return {
      users: [...new Set(rule.owners.flatMap(({ users }) => users))],
      teams: [...new Set(rule.owners.flatMap(({ teams = [] }) => teams))],
    }
  }
  const { users = [], teams = [] } = 'users' in rule ? rule : {}
  return { users, teams }
}
