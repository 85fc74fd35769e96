import type { MergeRule } from '#contract/merge-rules.ts'
import { matchesPath } from './path-patterns.ts'

export type RuleSource = { readonly type: 'organization' | 'collection' | 'space'; readonly id: string }

/** The rules set at one place. */
export type RulesAt = { readonly from: RuleSource; readonly rules: readonly MergeRule[] }

/** What the rules are checked against. */
export type RequestState = {
  readonly author: string | null
  /** Who wants to merge. */
  readonly caller: string
  readonly subject: string
  readonly description: string
  /** The pages that the request changes, if a rule needs them. */
  readonly changedPages: readonly ChangedPage[]
  /** The links that it breaks, if a rule needs them. */
  readonly brokenLinks: BrokenLinks
  readonly isOutdated: boolean
  readonly openThreads: number
  /** The last review of each reviewer. */
  readonly reviews: readonly {
    readonly reviewerId: string
    readonly status: 'approved' | 'changes-requested'
    /** Of an older version, or the reviewer was asked again. */
    readonly outdated: boolean
    /** The reviewer was asked again. */
    readonly superseded: boolean
  }[]
  /** The members of the teams in the rules. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
}

/** A changed page with its paths before and after. */
export type ChangedPage = {
  readonly id: string
  readonly title: string
  readonly paths: readonly string[]
}

/** Broken links with their count, of which only the first are listed. */
export type BrokenLinks = {
  readonly count: number
  /** Of these, the links on pages of other spaces, which not everyone can see. They are not listed. */
  readonly fromOtherSpaces: number
  readonly items: readonly {
    readonly page: { readonly id: string; readonly title: string }
    readonly target: string
    readonly missing: 'target' | 'anchor'
  }[]
}

type Requirement = Exclude<MergeRule, { rule: 'allow_bypass' }>

/** A rule with what it still needs. */
export type RuleResult = {
  readonly rule: Requirement
  /** Where it is set; the same rule can be set at several places. */
  readonly from: readonly RuleSource[]
  readonly isMet: boolean
  /** Whether the caller may merge without it. */
  readonly canBypass: boolean
  /** Approvals so far, for rules that count them. */
  readonly approvals?: number
  /** Patterns that match changed pages which no owner has approved. */
  readonly owners?: readonly { readonly pattern: string; readonly pages: readonly ChangedPage[] }[]
  readonly brokenLinks?: BrokenLinks
  /** Who can still approve, and so not the author; of one of several, all of them. */
  readonly waitingFor?: { readonly users: readonly string[]; readonly teams: readonly string[] }
}

/** Checks a request against the rules of all places. The strictest applies where they differ. */
export function evaluateRules(places: readonly RulesAt[], state: RequestState): RuleResult[] {
  const results = places.flatMap(({ from, rules }) => {
    const canBypass = rules.some((rule) => rule.rule === 'allow_bypass' && isAmong(state.caller, rule, state))
    return rules.flatMap((rule) =>
      rule.rule === 'allow_bypass' ? [] : [{ rule, from: [from], canBypass, ...resultOf(rule, state) }],
    )
  })
  return combined(results)
}

/** The same requirement of several places as one: the largest count, and a bypass only if all of them allow it. */
function combined(results: readonly RuleResult[]): RuleResult[] {
  const byRule = new Map<string, RuleResult>()
  for (const result of results) {
    const key = keyOf(result.rule)
    const known = byRule.get(key)
    if (known === undefined) byRule.set(key, result)
    else {
      const stricter = isStricter(result.rule, known.rule) ? result : known
      byRule.set(key, {
        ...stricter,
        from: [...known.from, ...result.from],
        canBypass: known.canBypass && result.canBypass,
      })
    }
  }
  return [...byRule.values()]
}

/** Lists of reviewers and owners are requirements of their own at each place. */
const keyOf = (rule: Requirement): string => {
  if ('users' in rule || 'owners' in rule) return JSON.stringify(rule)
  return 'countOutdated' in rule ? `${rule.rule} ${rule.countOutdated ?? false}` : rule.rule
}

const isStricter = (rule: Requirement, other: Requirement): boolean =>
  rule.rule === 'require_at_least_one_approved_review' &&
  other.rule === rule.rule &&
  (rule.count ?? 1) > (other.count ?? 1)

type Result = Pick<RuleResult, 'isMet' | 'approvals' | 'waitingFor' | 'owners' | 'brokenLinks'>

function resultOf(rule: Requirement, state: RequestState): Result {
  switch (rule.rule) {
    case 'require_at_least_one_review':
      return { isMet: state.reviews.some((one) => one.reviewerId !== state.author && counts(one, rule)) }
    case 'require_at_least_one_approved_review': {
      const approvals = approversOf(state, rule).size
      return { isMet: approvals >= (rule.count ?? 1), approvals }
    }
    case 'require_all_reviews_approved':
      return { isMet: !state.reviews.some(({ status }) => status === 'changes-requested') }
    case 'require_up_to_date_change_request':
      return { isMet: !state.isOutdated }
    case 'require_change_request_subject':
      return { isMet: state.subject.trim() !== '' }
    case 'require_change_request_description':
      return { isMet: state.description.trim().length > 0 }
    case 'require_no_broken_links':
      return { isMet: state.brokenLinks.count === 0, brokenLinks: state.brokenLinks }
    case 'require_path_owners':
      return ownersResult(rule, state)
    case 'require_resolved_comments':
      return { isMet: state.openThreads === 0 }
    case 'require_author_to_merge':
      return { isMet: state.caller === state.author }
    case 'require_specific_reviewers': {
      const missing = notYetApproved(rule, state)
      const isMet = missing.users.length + missing.teams.length === 0
      return { isMet, waitingFor: withoutAuthor(missing, state) }
    }
    case 'require_one_of_specific_reviewers': {
      const approvers = approversOf(state, rule)
      const isMet = [...approvers].some((userId) => isAmong(userId, rule, state))
      return { isMet, waitingFor: isMet ? { users: [], teams: [] } : withoutAuthor(peopleIn(rule), state) }
    }
  }
}

type CountsOutdated = { readonly countOutdated?: boolean | undefined }

const counts = (review: RequestState['reviews'][number], { countOutdated }: CountsOutdated): boolean =>
  countOutdated ? !review.superseded : !review.outdated

/** Who approves the request, never its author. */
const approversOf = ({ reviews, author }: RequestState, rule: CountsOutdated): ReadonlySet<string> =>
  new Set(
    reviews
      .filter((one) => one.status === 'approved' && one.reviewerId !== author && counts(one, rule))
      .map(({ reviewerId }) => reviewerId),
  )

type People = { readonly users: readonly string[]; readonly teams: readonly string[] }
type Named = { readonly [K in keyof People]?: People[K] | undefined }

const peopleIn = ({ users = [], teams = [] }: Named): People => ({ users, teams })

const withoutAuthor = ({ users, teams }: People, { author }: RequestState): People => ({
  users: users.filter((userId) => userId !== author),
  teams,
})

const isAmong = (userId: string, { users = [], teams = [] }: Named, { members }: RequestState): boolean =>
  users.includes(userId) || teams.some((team) => members.get(team)?.has(userId))

function notYetApproved(rule: CountsOutdated & Named, state: RequestState): People {
  const approvers = approversOf(state, rule)
  const { users, teams } = peopleIn(rule)
  return {
    users: users.filter((userId) => !approvers.has(userId)),
    teams: teams.filter((team) => !approvers.values().some((one) => state.members.get(team)?.has(one))),
  }
}

type OwnersRule = Extract<MergeRule, { rule: 'require_path_owners' }>

/** Each pattern that matches a changed page needs an approval of one of its owners. */
function ownersResult(rule: OwnersRule, state: RequestState): Result {
  const approvers = approversOf(state, rule)
  const missing = rule.owners.flatMap((owners) => {
    const pages = state.changedPages.filter(({ paths }) =>
      paths.some((path) => matchesPath(owners.pattern, path)),
    )
    const isApproved = approvers.values().some((userId) => isAmong(userId, owners, state))
    return pages.length === 0 || isApproved ? [] : [{ owners, pages }]
  })
  return {
    isMet: missing.length === 0,
    owners: missing.map(({ owners: { pattern }, pages }) => ({ pattern, pages })),
    waitingFor: withoutAuthor(union(missing.map(({ owners }) => owners)), state),
  }
}

const union = (lists: readonly Named[]): People => ({
  users: [...new Set(lists.flatMap(({ users = [] }) => users))],
  teams: [...new Set(lists.flatMap(({ teams = [] }) => teams))],
})

/** The people and teams that a rule names. */
export function namedIn(rule: MergeRule): People {
  if ('owners' in rule) return union(rule.owners)
  return 'users' in rule ? peopleIn(rule) : { users: [], teams: [] }
}
