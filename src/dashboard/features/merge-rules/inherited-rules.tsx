import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#contract/api.ts'
import type { MergeRule, MergeRules } from '#contract/merge-rules.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { q } from '../../data/api.ts'
import { olderReviewsLabel, reviewersIn, ruleLabel } from '../../data/merge-rules.ts'
import { formatNames, labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './merge-rules.module.css'

type Named = Pick<MergeRules, 'users' | 'teams'>
type Source = MergeRules['inherited'][number]['from']

/** The rules of the organization and of the collections above, which can only be changed there. */
export const InheritedRules = ({ organizationId, rules }: { organizationId: string; rules: MergeRules }) =>
  rules.inherited.map(({ from, rules: inherited }) => (
    <RuleList
      key={from.id}
      heading={<SourceName organizationId={organizationId} source={from} />}
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
  const isCountingOlder = 'countOutdated' in rule && rule.countOutdated
  if (names.length === 0 && !isCountingOlder) return null
  return (
    <span className="meta soft">
      {formatNames(names)}
      {isCountingOlder && (names.length > 0 ? `. ${olderReviewsLabel}` : olderReviewsLabel)}
    </span>
  )
}

/** `From Handbook`, with a link to where the rules are set. */
function SourceName({ organizationId, source }: { organizationId: string; source: Source }) {
  const isCollection = source.type === 'collection'
  const organization = useQuery({
    ...q(api.organizations.get, { params: { organizationId } }),
    enabled: !isCollection,
  })
  // Not everyone who can see a space can see the collections above it.
  const collection = useQuery({
    ...q(api.collections.get, { params: { collectionId: source.id } }),
    enabled: isCollection,
    retry: false,
  })
  const read = isCollection ? collection : organization
  if (!read.data) return isCollection ? 'From a collection' : 'From the organization'
  const to = isCollection
    ? paths.collectionMergeRules(organizationId, source.id)
    : paths.mergeRules(organizationId)
  return (
    <>
      From{' '}
      <Link className="link" to={to}>
        {read.data.title || labels.untitled}
      </Link>
    </>
  )
}
