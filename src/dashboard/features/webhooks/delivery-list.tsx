import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Eye, RotateCw, Send } from 'lucide-react'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { formatUntil, Time } from '../../components/ui/time.tsx'
import { attemptResult, canResend, deliveryLabels, eventLabel } from './labels.ts'
import { useWebhookActions } from './mutations.ts'
import { DELIVERIES_INTERVAL_MS, deliveriesQuery } from './queries.ts'
import type { DeliveriesSearch } from './search-params.ts'
import styles from './webhooks.module.css'

const columns = [
  { head: 'Event' },
  { head: 'State' },
  { head: 'Result', className: 'wide' },
  { head: 'Time', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

const filters = [
  { value: '', label: 'All deliveries' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Waiting' },
  { value: 'succeeded', label: 'Delivered' },
]

type Props = {
  organizationId: string
  webhook: Webhook
  search: DeliveriesSearch
  onSearch: (search: DeliveriesSearch) => void
}

/** The delivery log of a webhook. It reads itself again while something is waiting. */
export function DeliveryList({ organizationId, webhook, search, onSearch }: Props) {
  const query = deliveriesQuery({ organizationId, webhookId: webhook.id }, search.status)
  const pages = pagesOf(
    useSuspenseInfiniteQuery({
      ...query,
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.items.some(({ status }) => status === 'pending')
          ? DELIVERIES_INTERVAL_MS
          : false,
    }),
  )
  const { resend, sendTest } = useWebhookActions(organizationId)
  const open = ({ id }: WebhookDelivery) => onSearch({ ...search, delivery: id })
  return (
    <>
      <div className={styles.toolbar}>
        <SelectInline
          label="Deliveries"
          value={search.status ?? ''}
          choices={filters}
          onChange={(status) => onSearch({ status: (status || undefined) as DeliveriesSearch['status'] })}
        />
      </div>
      <div className="scroll">
        <PagedList<WebhookDelivery>
          {...pages}
          label="Deliveries"
          className={styles.deliveries}
          columns={columns}
          titleOf={({ type }) => eventLabel(type)}
          onOpen={open}
          activeId={search.delivery}
          row={(delivery) => <DeliveryCells delivery={delivery} onOpen={() => open(delivery)} />}
          menu={(delivery) => (
            <>
              <MenuItem icon={Eye} onSelect={() => open(delivery)}>
                Open
              </MenuItem>
              {canResend(delivery, new Date()) && webhook.enabled && (
                <MenuItem icon={RotateCw} onSelect={() => resend(webhook.id, delivery)}>
                  Resend
                </MenuItem>
              )}
            </>
          )}
          empty={
            search.status ? (
              <Filtered title="No deliveries match" clear="Show all" onClear={() => onSearch({})} />
            ) : (
              <Empty
                title="No deliveries yet"
                actions={
                  webhook.enabled && (
                    <Button variant="outline" icon={Send} onClick={() => sendTest(webhook)}>
                      Send test event
                    </Button>
                  )
                }
              >
                Deliveries appear here when a selected event happens.
              </Empty>
            )
          }
        />
      </div>
    </>
  )
}

function DeliveryCells({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const { label, tone } = deliveryLabels[delivery.status]
  const result = delivery.lastAttempt ? attemptResult(delivery.lastAttempt) : ''
  return (
    <>
      <div className="cell" role="gridcell">
        <span className={styles.stacked}>
          <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
            {eventLabel(delivery.type)}
          </button>
          <span className="meta faint mono truncate">{delivery.type}</span>
        </span>
      </div>
      <div className="cell" role="gridcell">
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate" title={result}>
          {result}
          {delivery.nextAttemptAt && delivery.attempts > 0 && (
            <span className="faint">
              {' '}
              · next attempt {formatUntil(new Date(delivery.nextAttemptAt), new Date())}
            </span>
          )}
        </span>
      </div>
      <div className="cell wide soft num" role="gridcell">
        <Time at={delivery.createdAt} />
      </div>
    </>
  )
}
