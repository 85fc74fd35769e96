import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MergeRule, MergeRules } from '#contract/merge-rules.ts'
import { RuleSource } from '../../components/rule-source.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { olderReviewsLabel, reviewersIn, ruleLabel } from '../../data/merge-rules.ts'
import { formatNames } from '../../lib/labels.ts'
import styles from './merge-rules.module.css'

type Named = Pick<MergeRules, 'users' | 'teams'>

/** The rules of the organization and of the collections above, which can only be changed there. */
export const InheritedRules = ({ organizationId, rules }: { organizationId: string; rules: MergeRules }) =>
  rules.inherited.map(({ from, rules: inherited }) => (
    <RuleList
      key={from.id}
      heading={
        <>
          From <RuleSource organizationId={organizationId} source={from} />
        </>
      }
      rules={inherited}
      named={rules}
    />
  ))

type RuleListProps = { heading: ReactNode; rules: readonly MergeRule[]; named: Named }

/** Rules that can’t be changed here. */
export const RuleList = ({ heading, rules, named }: RuleListProps) => (
  <div>
    <h3 className={styles.from}>{heading}</h3>
    <ul className={styles.readOnly}>
      {rules.map((rule) => (
        <li key={rule.rule}>
          <Icon of={Check} size="s" />
          <span>
            {ruleLabel(rule)}
            <Details rule={rule} named={named} />
          </span>
        </li>
      ))}
    </ul>
  </div>
)

function Details({ rule, named }: { rule: MergeRule; named: Named }) {
  const { users, teams } = reviewersIn(rule)
  const names = [
    ...users.map((id) => named.users.find((user) => user.id === id)?.displayName ?? id),
    ...teams.map((id) => named.teams.find((team) => team.id === id)?.title ?? id),
  ]
  const patterns = 'owners' in rule ? rule.owners.map(({ pattern }) => pattern) : []
  const isCountingOlder = 'countOutdated' in rule && rule.countOutdated
  if (names.length === 0 && !isCountingOlder) return null
  return (
    <span className="meta soft">
      {patterns.length > 0 && `${patterns.join(', ')}: `}
      {formatNames(names)}
      {isCountingOlder && (names.length > 0 ? `. ${olderReviewsLabel}` : olderReviewsLabel)}
    </span>
  )
}
