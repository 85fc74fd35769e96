import { z } from 'zod'
import type { MergeRule, MergeRules } from '#contract/merge-rules.ts'
import type { PickedMember } from '../../components/member-picker.tsx'
import type { PickedTeam } from '../../components/team-picker.tsx'
import { reviewersIn } from '../../data/merge-rules.ts'
import { pluralize } from '../../lib/labels.ts'

export type RuleType = MergeRule['rule']

/** One rule in the form. */
export type RuleValue = {
  readonly on: boolean
  readonly count: number
  readonly countOutdated: boolean
  readonly users: readonly PickedMember[]
  readonly teams: readonly PickedTeam[]
  readonly owners: readonly OwnersValue[]
}

/** A path pattern with its owners. */
export type OwnersValue = {
  readonly pattern: string
  readonly users: readonly PickedMember[]
  readonly teams: readonly PickedTeam[]
}

/** A field per rule, so that two people who change different rules at the same time do not conflict. */
export type Values = Readonly<Record<RuleType, RuleValue>>

/** The rules in the order of the form; the last one is an exception from the others. */
export const requirementTypes = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'require_path_owners',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_no_broken_links',
  'require_resolved_comments',
  'require_author_to_merge',
] as const satisfies readonly RuleType[]
export const ruleTypes: readonly RuleType[] = [...requirementTypes, 'allow_bypass']

export const hasOutdated = (type: RuleType): boolean =>
  [
    'require_at_least_one_review',
    'require_at_least_one_approved_review',
    'require_specific_reviewers',
    'require_one_of_specific_reviewers',
    'require_path_owners',
  ].includes(type)

export const hasReviewers = (type: RuleType): boolean =>
  ['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'].includes(type)

/** Whether a rule is more than on or off. */
export const hasSettings = (type: RuleType): boolean => hasOutdated(type) || hasReviewers(type)

/** A rule that is not set. */
export const off: RuleValue = { on: false, count: 1, countOutdated: false, users: [], teams: [], owners: [] }

/** A pattern that isn’t filled in yet. */
export const emptyOwners: OwnersValue = { pattern: '', users: [], teams: [] }

/** The rules that are set at an object as values of the form. */
export function valuesOf({ rules, users, teams }: MergeRules): Values {
  const userNames = new Map(users.map(({ id, displayName }) => [id, displayName]))
  const teamNames = new Map(teams.map(({ id, title }) => [id, title]))
  const picked = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
    ids.map((id) => ({ id, name: names.get(id) ?? id }))
  const valueOf = (rule: MergeRule): RuleValue => {
    const hasOwners = 'owners' in rule
    const named = hasOwners ? { users: [], teams: [] } : reviewersIn(rule)
    return {
      on: true,
      count: ('count' in rule ? rule.count : undefined) ?? off.count,
      countOutdated: 'countOutdated' in rule && rule.countOutdated === true,
      users: picked(named.users, userNames),
      teams: picked(named.teams, teamNames),
      owners: (hasOwners ? rule.owners : []).map(({ pattern, users: own, teams: ownTeams = [] }) => ({
        pattern,
        users: picked(own, userNames),
        teams: picked(ownTeams, teamNames),
      })),
    }
  }
  const set = new Map(rules.map((rule) => [rule.rule, valueOf(rule)]))
  return Object.fromEntries(ruleTypes.map((type) => [type, set.get(type) ?? off])) as Values
}

/** The rules as the API takes them. */
export const rulesOf = (values: Values): MergeRule[] =>
  ruleTypes.flatMap((type) => (values[type].on ? [ruleOf(type, values[type])] : []))

function ruleOf(type: RuleType, { count, countOutdated, owners, ...people }: RuleValue): MergeRule {
  const named = idsOf(people)
  switch (type) {
    case 'require_at_least_one_review':
      return { rule: type, countOutdated }
    case 'require_at_least_one_approved_review':
      return { rule: type, count, countOutdated }
    case 'require_specific_reviewers':
    case 'require_one_of_specific_reviewers':
      return { rule: type, ...named, countOutdated }
    case 'require_path_owners':
      return {
        rule: type,
        owners: owners.map(({ pattern, ...own }) => ({ pattern: pattern.trim(), ...idsOf(own) })),
        countOutdated,
      }
    case 'allow_bypass':
      return { rule: type, ...named }
    default:
      return { rule: type }
  }
}

const idsOf = ({ users, teams }: Pick<RuleValue, 'users' | 'teams'>) => ({
  users: users.map(({ id }) => id),
  teams: teams.map(({ id }) => id),
})

/** A rule that names people or teams names at least one. */
export const fields = z.custom<Values>().superRefine((values, context) => {
  for (const type of ruleTypes) {
    const { on, users, teams, owners } = values[type]
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: [type], message })
    if (!on) continue
    if (hasReviewers(type) && users.length + teams.length === 0) refuse('Choose at least one person or team')
    if (type === 'require_path_owners') {
      const problem = ownersProblem(owners)
      if (problem !== undefined) refuse(problem)
    }
  }
})

function ownersProblem(owners: readonly OwnersValue[]): string | undefined {
  const patterns = owners.map(({ pattern }) => pattern.trim())
  if (owners.length === 0) return 'Add at least one pattern'
  if (patterns.some((pattern) => !/^\/\S*$/.test(pattern)))
    return 'Start each pattern with / and use no spaces'
  if (new Set(patterns).size < patterns.length) return 'Use each pattern once'
  if (owners.some(({ users, teams }) => users.length + teams.length === 0))
    return 'Choose at least one owner for each pattern'
  return undefined
}

/** The value of a rule in one line, such as for a conflict: `2 approvals, counting older versions`. */
export function formatRuleValue(type: RuleType, value: unknown): string {
  const { on, count, countOutdated, users, teams, owners } = value as RuleValue
  if (!on) return 'off'
  const parts = [
    ...(type === 'require_at_least_one_approved_review' ? [pluralize(count, 'approval')] : []),
    ...[...users, ...teams].map(({ name }) => name),
    ...owners.map(
      (own) => `${own.pattern} (${[...own.users, ...own.teams].map(({ name }) => name).join(', ')})`,
    ),
    ...(countOutdated ? ['older versions count'] : []),
  ]
  return parts.length === 0 ? 'on' : parts.join(', ')
}
