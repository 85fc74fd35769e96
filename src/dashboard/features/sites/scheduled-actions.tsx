import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, Check, TriangleAlert } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { ScheduledAction } from '#contract/site-scheduled-actions.ts'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { itemsOf, qPages, useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { NewScheduledAction } from './schedule-dialog.tsx'
import { changeLabel, formatInZone } from './schedule-labels.ts'
import styles from './sites.module.css'

const PAGE_SIZE = 100

const actionsQuery = (params: SiteParams) =>
  qPages(api.siteScheduledActions.list, { params, query: { limit: PAGE_SIZE } })

type Props = { params: SiteParams; site: Site; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** What a site does at a time: waiting actions with a way to cancel them, and those that failed. */
export function ScheduledActions({ params, site, isOpen, onOpen }: Props) {
  const { data } = useInfiniteQuery(actionsQuery(params))
  const actions = itemsOf(data)
  const waiting = actions.filter(({ status }) => status === 'waiting').toReversed()
  const ended = actions.filter(({ status }) => status !== 'waiting')
  const open = () => onOpen(true)
  useActions([
    { id: 'schedule-site', label: `Schedule a change to ${site.title}`, icon: CalendarClock, run: open },
  ])
  return (
    <section className={styles.schedule} aria-labelledby="site-schedule">
      <div className="section-head">
        <h2 id="site-schedule">Scheduled</h2>
        <Button variant="outline" icon={CalendarClock} onClick={open}>
          Schedule
        </Button>
      </div>
      {data && actions.length === 0 && (
        <p className="soft">
          Nothing scheduled. Choose a time to publish or unpublish the site, change its audience, or publish
          its plan.
        </p>
      )}
      {actions.length > 0 && (
        <ul className={styles.issues}>
          {[...waiting, ...ended].map((action) => (
            <Row key={action.id} params={params} site={site} action={action} />
          ))}
        </ul>
      )}
      {isOpen && <NewScheduledAction params={params} site={site} onClose={() => onOpen(false)} />}
    </section>
  )
}

const marks = {
  waiting: { icon: CalendarClock, className: 'soft line' },
  done: { icon: Check, className: 'i-success line' },
  failed: { icon: TriangleAlert, className: 'i-warning line' },
} as const

function Row({ params, site, action }: Omit<Props, 'isOpen' | 'onOpen'> & { action: ScheduledAction }) {
  const { id, change, status, runsAt, timeZone, scheduledBy, failure } = action
  const { create, delete: remove } = api.siteScheduledActions
  const restoring = useApi(create, { meta: { refused: 'Couldn’t schedule it again' } })
  const removal = useApi(remove, { meta: { refused: 'Couldn’t cancel the scheduled action' } })
  const { icon, className } = marks[status]
  const label = changeLabel(change)
  const canChange = change.type === 'publish-plan' ? site.permissions.edit : site.permissions.admin
  const run = () =>
    removal.mutate(
      { params: { ...params, scheduledActionId: id } },
      {
        onSuccess: () => {
          if (status === 'waiting')
            offerUndo(`Canceled: ${label}`, () =>
              restoring.mutate({ params, body: { change, runsAt, timeZone } }),
            )
        },
      },
    )
  return (
    <li>
      <span className={className}>
        <Icon of={icon} />
      </span>
      <div>
        <p>
          {label}
          {status === 'failed' && ' failed'}
        </p>
        <p className="faint meta">
          <time dateTime={runsAt}>{formatInZone(runsAt, timeZone)}</time> · by {scheduledBy.displayName}
        </p>
        {failure && <p className="meta">{failure}. Nothing was changed.</p>}
      </div>
      {canChange && (
        <Button
          size="small"
          aria-label={status === 'waiting' ? `Cancel: ${label}` : `Remove from the list: ${label}`}
          aria-busy={removal.isPending}
          onClick={run}
        >
          {status === 'waiting' ? 'Cancel' : 'Remove'}
        </Button>
      )}
    </li>
  )
}
