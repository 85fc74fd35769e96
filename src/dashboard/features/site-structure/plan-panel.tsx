import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Info, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SitePlan } from '#contract/site-plans.ts'
import { BegunBy } from '../../components/begun-by.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { exactOf } from '../../components/ui/time.tsx'
import { places } from '../../lib/places.ts'
import { counted, words } from '../../lib/words.ts'
import { AddressList } from './address-changes.tsx'
import { ChangeWords, changeInWords, iconOfChange } from './change-words.tsx'
import type { SitePlace } from './parts.ts'
import { PreviewPlan } from './plan-preview.tsx'
import { planQuery } from './plan-query.ts'
import type { Merged } from './use-merged.ts'
import type { PlanActs } from './use-plan-acts.ts'
import './plan-panel.css'

type Props = {
  place: SitePlace
  acts: PlanActs
  /** What others made live while the plan was looked at. */
  merged: Merged
  /** A way out, where the panel covers the tree. */
  onClose?: () => void
}

/** What is planned, what it does to the addresses, and the button that does it all. */
export function PlanPanel({ place, acts, merged, onClose }: Props) {
  const { data: plan } = useQuery(planQuery(place))
  if (!plan) return null
  const { steps, addresses } = plan
  const obstacles = steps.filter(({ problem }) => problem !== undefined)
  return (
    <section className="st-side plan" aria-label="Plan">
      <div className="pane-head">
        <h2>Plan</h2>
        <span className="count">{counted(steps.length, 'change')}</span>
        <span className="grow" />
        {steps.length > 0 && (
          <Button size="small" onClick={() => void acts.discard(plan)}>
            Discard
          </Button>
        )}
        {onClose && (
          <Button size="small" onClick={onClose}>
            {words.close}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <div className="plan-body" tabIndex={0} role="region" aria-label="Changes in this plan">
        <div role="status">
          {merged.text && (
            <div className="hint hint-info plan-merged">
              <Icon of={Info} size="s" />
              <p>
                {merged.text} The plan builds on it now.{' '}
                <button type="button" className="link" onClick={merged.dismiss}>
                  Understood
                </button>
              </p>
            </div>
          )}
        </div>
        {steps.length === 0 ? <NothingPlanned /> : <Steps plan={plan} onTakeBack={acts.takeBack} />}
        {obstacles.length > 0 && (
          <p className="plan-note is-obstacle">
            <Icon of={CircleAlert} size="s" />
            <span>
              {obstacles.length === 1 ? 'One change is' : `${obstacles.length} changes are`} in the way; take{' '}
              {obstacles.length === 1 ? 'it' : 'them'} back or plan {obstacles.length === 1 ? 'it' : 'them'}{' '}
              otherwise.
            </span>
          </p>
        )}
        {steps.length > 0 && (
          <AddressList
            addresses={addresses}
            redirect={acts.redirect}
            onRedirect={acts.setRedirect}
            redirectsLink={(word) => (
              <Link className="link" to={places.sitePart(place.organizationId, place.siteId, 'redirects')}>
                {word}
              </Link>
            )}
          />
        )}
      </div>
      <div className="st-side-foot">
        <Foot plan={plan} />
        <div className="plan-acts">
          <PreviewPlan place={place} plan={plan} />
          <Button
            look="ink"
            size="form"
            keys="mod+enter"
            aria-busy={acts.isPublishing}
            disabledReason={whyNot(plan)}
            onClick={() => acts.publish(plan)}
          >
            {steps.length === 0 ? 'Publish' : `Publish ${counted(steps.length, 'change')}`}
          </Button>
        </div>
      </div>
    </section>
  )
}

export function whyNot({ publishable, steps }: SitePlan): string | undefined {
  if (publishable) return undefined
  if (steps.length === 0) return 'Nothing is planned yet'
  return steps.some(({ problem }) => problem)
    ? 'Something in the plan cannot be done any more'
    : 'The site already is as planned'
}

function Foot({ plan }: { plan: SitePlan }): ReactNode {
  const { live, steps } = plan
  return (
    <p className="faint meta">
      {live.since ? (
        <>
          Visitors see the structure of <span title={exactOf(new Date(live.since))}>{dayOf(live.since)}</span>{' '}
          until you publish.
        </>
      ) : (
        'Visitors see the structure as it is until you publish.'
      )}
      {steps.length > 0 && (
        <>
          {' '}
          The plan was <BegunBy plan={plan} />.
        </>
      )}
    </p>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayOf = (at: string): string => day.format(new Date(at))

const NothingPlanned = () => (
  <p className="plan-none soft">
    Arrange the tree as it shall be. Visitors see nothing of it until you publish, and everybody who may edit
    this site plans together.
  </p>
)

type StepsProps = { plan: SitePlan; onTakeBack: (plan: SitePlan, stepId: string) => void }

const Steps = ({ plan, onTakeBack }: StepsProps) => (
  <ol className="steps">
    {plan.steps.map(({ id, changes, problem }) => {
      const [first] = changes
      const name = first ? changeInWords(first) : 'this change'
      return (
        <li key={id} className={problem ? 'is-obstacle' : undefined}>
          {first && <Icon of={problem ? CircleAlert : iconOfChange(first)} size="s" />}
          <div className="step-words">
            {changes.length === 0 && <p>Changes nothing any more</p>}
            {changes.map((change) => (
              <p key={`${change.kind} ${'field' in change ? change.field : ''} ${change.item.id}`}>
                <ChangeWords change={change} />
              </p>
            ))}
            {problem && <p className="step-problem">{problem.message}</p>}
          </div>
          <IconButton
            small
            icon={Undo2}
            label={`Take back: ${name}`}
            className="btn-plain"
            onClick={() => onTakeBack(plan, id)}
          />
        </li>
      )
    })}
  </ol>
)
