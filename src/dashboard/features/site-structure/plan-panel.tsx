import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarClock, ChevronDown, CircleAlert, Eye, Info, ListChecks, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SitePlan } from '#contract/site-plans.ts'
import { PlanAuthor, usePendingPlan } from '../../components/pending-plan.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { SplitButton } from '../../components/ui/split-button.tsx'
import { formatExact } from '../../components/ui/time.tsx'
import { openSitePreview } from '../../data/site-preview.ts'
import { anonymousSegment, type Segment, useSegments } from '../../lib/conditions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { AddressList } from './address-changes.tsx'
import { ChangeDescription, changeIcon, changeLabel } from './labels.tsx'
import planStyles from './plan.module.css'
import type { PlanActions } from './plan-mutations.ts'
import { planQuery } from './queries.ts'
import styles from './structure.module.css'
import type { LiveChangeNotice } from './structure-state.ts'

type Props = {
  params: SiteParams
  actions: PlanActions
  /** What others changed in the live structure while the plan is open. */
  liveChange: LiveChangeNotice
  /** Shows a close button, for a panel that covers the tree. */
  onClose?: () => void
}

/** The steps of the plan, their effect on addresses, and publishing. */
export function PlanPanel({ params, actions, liveChange, onClose }: Props) {
  const { data: plan } = useQuery(planQuery(params))
  if (!plan) return null
  const { steps, addresses } = plan
  const obstacles = steps.filter(({ problem }) => problem !== undefined)
  return (
    <section className={clsx(styles.panel, planStyles.root)} aria-label="Plan">
      <div className="pane-head">
        <h2>Plan</h2>
        <span className="count">{pluralize(steps.length, 'change')}</span>
        <span className="grow" />
        {steps.length > 0 && (
          <Button size="small" onClick={() => void actions.discard(plan)}>
            Discard
          </Button>
        )}
        {onClose && (
          <Button size="small" onClick={onClose}>
            {labels.close}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <div className={planStyles.body} tabIndex={0} role="region" aria-label="Changes in this plan">
        <div role="status">
          {liveChange.text && (
            <div className={clsx('hint hint-info', planStyles.liveChange)}>
              <Icon of={Info} size="s" />
              <p>
                {liveChange.text} The plan now builds on it.{' '}
                <button type="button" className="link" onClick={liveChange.dismiss}>
                  Dismiss
                </button>
              </p>
            </div>
          )}
        </div>
        {steps.length === 0 ? (
          <NothingPlanned />
        ) : (
          <PlanSteps plan={plan} onRemoveStep={actions.removeStep} />
        )}
        {obstacles.length > 0 && (
          <p className={clsx(planStyles.note, 'is-obstacle')}>
            <Icon of={CircleAlert} size="s" />
            <span>
              {pluralize(obstacles.length, 'change')} can’t be applied. Remove{' '}
              {obstacles.length === 1 ? 'it' : 'them'} or plan {obstacles.length === 1 ? 'it' : 'them'}{' '}
              differently.
            </span>
          </p>
        )}
        {steps.length > 0 && (
          <AddressList
            addresses={addresses}
            redirect={actions.redirect}
            onRedirect={actions.setRedirect}
            redirectsLink={(text) => (
              <Link className="link" to={paths.sitePart(params.organizationId, params.siteId, 'redirects')}>
                {text}
              </Link>
            )}
          />
        )}
      </div>
      <div className={styles.panelFoot}>
        <Foot plan={plan} isPublished={actions.isPublished} />
        <div className={planStyles.actions}>
          <PreviewPlan params={params} plan={plan} />
          <PublishPlan plan={plan} actions={actions} />
        </div>
      </div>
    </section>
  )
}

function PublishPlan({ plan, actions }: { plan: SitePlan; actions: PlanActions }) {
  const { steps } = plan
  const refusal = publishRefusal(plan)
  const button = (
    <Button
      variant="primary"
      size="form"
      keys="mod+enter"
      aria-busy={actions.isPublishing}
      disabledReason={refusal}
      onClick={() => void actions.publish(plan)}
    >
      {steps.length === 0 ? 'Publish' : `Publish ${pluralize(steps.length, 'change')}`}
    </Button>
  )
  if (refusal !== undefined) return button
  return (
    <SplitButton
      variant="primary"
      size="form"
      items={
        <MenuItem icon={CalendarClock} onSelect={actions.schedule}>
          Schedule…
        </MenuItem>
      }
    >
      {button}
    </SplitButton>
  )
}

export function publishRefusal({ publishable, steps }: SitePlan): string | undefined {
  if (publishable) return undefined
  if (steps.length === 0) return 'No planned changes yet'
  return steps.some(({ problem }) => problem)
    ? 'Some changes in the plan can no longer be applied'
    : 'The site already matches the plan'
}

function Foot({ plan, isPublished }: { plan: SitePlan; isPublished: boolean }): ReactNode {
  const { live, steps } = plan
  return (
    <p className="faint meta">
      {!isPublished ? (
        'This site isn’t published, so publishing the plan only changes its structure.'
      ) : live.since ? (
        <>
          Visitors see the structure from{' '}
          <span title={formatExact(new Date(live.since))}>{dayOf(live.since)}</span> until you publish.
        </>
      ) : (
        'Visitors see the current structure until you publish.'
      )}
      {steps.length > 0 && (
        <>
          {' '}
          The plan was <PlanAuthor plan={plan} />.
        </>
      )}
    </p>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayOf = (at: string): string => day.format(new Date(at))

const NothingPlanned = () => (
  <p className={clsx(planStyles.none, 'soft')}>
    Arrange the new structure. It goes live when you publish the plan. Everyone who can edit this site shares
    the plan.
  </p>
)

type StepsProps = { plan: SitePlan; onRemoveStep: (plan: SitePlan, stepId: string) => void }

const PlanSteps = ({ plan, onRemoveStep }: StepsProps) => (
  <ol className={planStyles.steps}>
    {plan.steps.map(({ id, changes, problem }) => {
      const [first] = changes
      const name = first ? changeLabel(first) : 'this change'
      return (
        <li key={id} className={problem ? 'is-obstacle' : undefined}>
          {first && <Icon of={problem ? CircleAlert : changeIcon(first)} size="s" />}
          <div className={planStyles.stepText}>
            {changes.length === 0 && <p>No longer has an effect</p>}
            {changes.map((change) => (
              <p key={`${change.kind} ${'field' in change ? change.field : ''} ${change.item.id}`}>
                <ChangeDescription change={change} />
              </p>
            ))}
            {problem && <p className={planStyles.stepProblem}>{problem.message}</p>}
          </div>
          <IconButton
            small
            icon={Undo2}
            label={`Remove: ${name}`}
            className="btn-plain"
            onClick={() => onRemoveStep(plan, id)}
          />
        </li>
      )
    })}
  </ol>
)

/** Opens the planned site in a new window, as seen by one visitor segment. */
export const openPlanPreview = (
  { organizationId, siteId }: SiteParams,
  { claims }: Segment = anonymousSegment,
) =>
  void openSitePreview('The plan', {
    params: { organizationId, siteId },
    query: { plan: true, claims: JSON.stringify(claims) },
  })

/** Previews as a visitor without claims, or as one of the visitor segments if there are any. */
function PreviewPlan({ params, plan }: { params: SiteParams; plan: SitePlan }) {
  const [segments] = useSegments(params.siteId)
  if (plan.steps.length === 0) return null
  if (segments.length === 0) {
    return (
      <Button variant="outline" size="form" icon={Eye} onClick={() => openPlanPreview(params)}>
        Preview plan
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <button type="button" className="btn btn-outline btn-form">
          <Icon of={Eye} />
          <span>Preview plan</span>
          <Icon of={ChevronDown} size="xs" />
        </button>
      }
    >
      {[anonymousSegment, ...segments].map((segment, index) => (
        <MenuItem key={`${index} ${segment.name}`} onSelect={() => openPlanPreview(params, segment)}>
          As {segment.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

type PendingPlanProps = { params: SiteParams; canEdit: boolean; onOpen: () => void }

/** A notice above the live structure that a plan is pending. */
export function PendingPlan({ params, canEdit, onOpen }: PendingPlanProps) {
  const plan = usePendingPlan(params, canEdit)
  return (
    <div role="status">
      {plan && (
        <div className={planStyles.pending}>
          <Icon of={ListChecks} size="s" />
          <p>
            <b>Pending plan with {pluralize(plan.steps, 'change')}</b>
            <span>
              , <PlanAuthor plan={plan} />
            </span>
          </p>
          <Button variant="outline" size="small" onClick={onOpen}>
            Open plan
          </Button>
        </div>
      )}
    </div>
  )
}
