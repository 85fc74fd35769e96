import { Link, useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, CircleDashed } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { RuleCheck } from '#contract/merge-checks.ts'
import { RuleSource } from '../../components/rule-source.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { type MergeReasonsProps, Reason } from './merge-reason.tsx'
import { useRequestActions } from './mutations.ts'
import { useReviewStates } from './review-states.ts'
import { canAnyoneMeet, ruleLabels } from './rule-labels.ts'

/** The merge rules that apply: first what is missing, each with the action that helps. */
export function MergeRules(props: MergeReasonsProps) {
  const { check, request } = props
  const context = {
    author: request.createdBy.displayName,
    openThreads: request.comments,
    obstacles: check.obstacles,
  }
  return check.rules
    .toSorted((a, b) => Number(a.met) - Number(b.met))
    .map((one) => (
      <Reason
        key={JSON.stringify(one.rule)}
        icon={one.met ? Check : CircleDashed}
        tone={one.met ? 'is-success' : 'is-warning'}
        {...withSources(ruleLabels(one, context), one, props.space.organization)}
      >
        {!one.met && <RuleAction {...props} rule={one} />}
      </Reason>
    ))
}

/** Where the rule is set goes below what it asks for. */
const withSources = (
  { title, detail }: ReturnType<typeof ruleLabels>,
  { from }: RuleCheck,
  organizationId: string,
) => ({
  title,
  detail: (
    <>
      {detail}
      <span className={clsx(styles.source, 'faint')}>
        Set in{' '}
        {from.map((source, index) => (
          <Fragment key={source.id}>
            {index > 0 && ', '}
            <RuleSource organizationId={organizationId} source={source} />
          </Fragment>
        ))}
      </span>
    </>
  ),
})

type RuleActionProps = MergeReasonsProps & { rule: RuleCheck }

/** What the viewer can do to meet a rule. */
function RuleAction(props: RuleActionProps) {
  const { at, space, check, merging } = props
  const { edit } = space.permissions
  switch (props.rule.rule.rule) {
    case 'require_at_least_one_review':
    case 'require_at_least_one_approved_review':
    case 'require_specific_reviewers':
    case 'require_one_of_specific_reviewers':
    case 'require_path_owners':
      return <ReviewAction {...props} />
    case 'require_up_to_date_change_request':
      return edit && check.conflicts === 0 ? (
        <Button size="small" aria-busy={merging.isUpdating} onClick={() => merging.update()}>
          Update
        </Button>
      ) : null
    case 'require_change_request_subject':
      return edit ? <SubjectAction {...props} /> : null
    case 'require_change_request_description':
      return edit ? (
        <Link
          className={buttonClass('plain', 'small')}
          to={paths.changePart(at.spaceId, at.number, 'overview')}
          search={{ dialog: 'description' }}
        >
          <ButtonContent size="small">Add description</ButtonContent>
        </Link>
      ) : null
    case 'require_no_broken_links':
      return (
        <Link className={buttonClass('plain', 'small')} to={paths.changePart(at.spaceId, at.number, 'links')}>
          <ButtonContent size="small">Show links</ButtonContent>
        </Link>
      )
    case 'require_resolved_comments':
      return (
        <Link
          className={buttonClass('plain', 'small')}
          to={paths.changePart(at.spaceId, at.number, 'comments')}
        >
          <ButtonContent size="small">Show threads</ButtonContent>
        </Link>
      )
    default:
      return null
  }
}

/** Reviewing, for those whose review counts, or asking others for a review. */
function ReviewAction({ at, space, request, rule, onSearch }: RuleActionProps) {
  const { session } = useRouteContext({ from: '/_app' })
  const userId = session.user.id
  const own = useReviewStates(at).find(({ user }) => user.id === userId)
  const hasApproved = own?.state === 'approved' && !own.isStale
  const { users, teams } = rule.waitingFor ?? { users: [], teams: [] }
  // Whether the viewer is in one of the teams is not known here.
  const isNamed = rule.waitingFor === undefined || teams.length > 0 || users.some(({ id }) => id === userId)
  if (space.permissions.review && userId !== request.createdBy.id && !hasApproved && isNamed) {
    return (
      <Button size="small" variant="outline" onClick={() => onSearch({ dialog: 'review' })}>
        Review
      </Button>
    )
  }
  if (!space.permissions.edit || !canAnyoneMeet(rule)) return null
  return (
    <Button size="small" onClick={() => onSearch({ dialog: 'ask' })}>
      Ask for review
    </Button>
  )
}

/** Adds a subject in place. */
function SubjectAction({ at, request }: RuleActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { rename } = useRequestActions(at, request)
  if (!isOpen) {
    return (
      <Button size="small" onClick={() => setIsOpen(true)}>
        Add subject
      </Button>
    )
  }
  return (
    <div className={styles.subject}>
      <InlineRename
        label="Subject"
        value={request.subject}
        maxLength={100}
        onSave={(subject) => {
          setIsOpen(false)
          rename(subject)
        }}
        onCancel={() => setIsOpen(false)}
      />
    </div>
  )
}
