import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { Webhook, WebhookDeliveryDetail } from '#contract/webhooks.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { formatUntil, Time } from '../../components/ui/time.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { attemptResult, canResend, deliveryLabels, eventLabel } from './labels.ts'
import { useWebhookActions } from './mutations.ts'
import { DELIVERIES_INTERVAL_MS, deliveryQuery } from './queries.ts'
import styles from './webhooks.module.css'

type Props = { organizationId: string; webhook: Webhook; deliveryId: string; onClose: () => void }

/** The payload, the attempts and the last response of a delivery. */
export function DeliveryDialog({ organizationId, webhook, deliveryId, onClose }: Props) {
  const params = { organizationId, webhookId: webhook.id }
  const read = useQuery({
    ...deliveryQuery(params, deliveryId),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? DELIVERIES_INTERVAL_MS : false),
  })
  const { resend } = useWebhookActions(organizationId)
  const { data } = read
  return (
    <Dialog
      title={data ? eventLabel(data.type) : 'Delivery'}
      description={data && <span className="mono">{data.type}</span>}
      onClose={onClose}
    >
      <DialogBody>
        {read.isPending && <ListSkeleton />}
        {read.isError && <Failed title="Couldn’t load the delivery" reason={errorMessage(read.error)} />}
        {data && <Detail delivery={data} />}
      </DialogBody>
      <DialogFoot>
        {data && canResend(data, new Date()) && webhook.enabled && (
          <Button size="form" icon={RotateCw} onClick={() => resend(webhook.id, data)}>
            Resend
          </Button>
        )}
        <Button variant="primary" size="form" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { label, tone } = deliveryLabels[delivery.status]
  const payload = JSON.stringify(delivery.payload, null, 2)
  return (
    <>
      <p className={styles.state}>
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
        {delivery.nextAttemptAt && delivery.attempts > 0 && (
          <span className="faint">
            Next attempt {formatUntil(new Date(delivery.nextAttemptAt), new Date())}
          </span>
        )}
      </p>
      {delivery.history.length > 0 && (
        <section className={styles.section}>
          <h3>Attempts</h3>
          <ol className={styles.attempts}>
            {delivery.history.map((attempt) => (
              <li key={attempt.at}>
                <Time at={attempt.at} />
                <span className={attempt.error ? 'i-danger' : undefined}>{attemptResult(attempt)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Text title="Payload" text={payload} what="payload" />
      {delivery.responseBody && <Text title="Response" text={delivery.responseBody} what="response" />}
    </>
  )
}

const Text = ({ title, text, what }: { title: string; text: string; what: string }) => (
  <section className={styles.section}>
    <div className={styles.textHead}>
      <h3>{title}</h3>
      <CopyButton text={text} what={what} variant="plain" />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key */}
    <pre className={styles.text} tabIndex={0} role="region" aria-label={title}>
      {text}
    </pre>
  </section>
)
