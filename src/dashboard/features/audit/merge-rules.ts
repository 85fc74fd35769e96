import type { MergeRule } from '#contract/merge-rules.ts'
import { olderReviewsLabel, reviewersIn, ruleLabel, ruleTitles } from '../../data/merge-rules.ts'

/** A logged merge rule in words, with the people and teams that it names. */
type LoggedRule = {
  readonly text: string
  readonly detail: string | undefined
  readonly named: readonly { readonly kind: 'user' | 'team'; readonly id: string }[]
}

/** A rule that this version doesn’t know is shown as it was logged. */
export function readLoggedRule(logged: unknown): LoggedRule {
  if (!isKnown(logged)) return { text: JSON.stringify(logged), detail: undefined, named: [] }
  const { users, teams } = reviewersIn(logged)
  const countsOlder = 'countOutdated' in logged && logged.countOutdated === true
  return {
    text: ruleLabel(logged),
    detail: countsOlder ? `(${olderReviewsLabel.toLowerCase()})` : undefined,
    named: [
      ...users.map((id) => ({ kind: 'user' as const, id })),
      ...teams.map((id) => ({ kind: 'team' as const, id })),
    ],
  }
}

/** The service has checked a rule of a known type before it was logged. */
const isKnown = (logged: unknown): logged is MergeRule =>
  typeof logged === 'object' && logged !== null && String(Reflect.get(logged, 'rule')) in ruleTitles
