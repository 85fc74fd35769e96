import { webhookEventGroups } from '#contract/webhook-events.ts'
import type { DeliveryAttempt, DeliveryStatus, Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { labels, pluralize } from '../../lib/labels.ts'

type Tone = 'success' | 'warning' | 'danger' | 'ink'

/** The state of a webhook in one or two words. */
export function webhookState({
  enabled,
  disabledReason,
  failingSince,
}: Pick<Webhook, 'enabled' | 'disabledReason' | 'failingSince'>): { label: string; tone?: Tone } {
  if (disabledReason) return { label: 'Disabled after failures', tone: 'danger' }
  if (!enabled) return { label: 'Disabled' }
  return failingSince ? { label: 'Failing', tone: 'warning' } : { label: 'Enabled', tone: 'success' }
}

export const deliveryLabels: Readonly<Record<DeliveryStatus, { label: string; tone?: Tone }>> = {
  pending: { label: 'Waiting', tone: 'warning' },
  succeeded: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

const eventLabels: Readonly<Record<string, string>> = Object.assign(
  { 'webhook.test': 'Test event' },
  ...webhookEventGroups.map(({ types }) => types),
)

/** The label of an event type: `Space created`. */
export const eventLabel = (type: WebhookDelivery['type']): string => eventLabels[type] ?? type

/** The result of an attempt: `204 in 31 ms`, or why it failed. */
export const attemptResult = ({ responseStatus, durationMs, error }: DeliveryAttempt): string =>
  responseStatus === undefined ? (error ?? 'No response') : `${responseStatus} in ${duration(durationMs)}`

const duration = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`

/** Whether a delivery can be sent now: it has ended, or waits for its next attempt. */
export const canResend = (
  { status, nextAttemptAt }: Pick<WebhookDelivery, 'status' | 'nextAttemptAt'>,
  now: Date,
): boolean =>
  status !== 'pending' || (nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > now.getTime())

/** The address without its scheme, as a title. */
export const webhookName = ({ url }: Pick<Webhook, 'url'>): string => url.replace(/^https?:\/\//, '')

/** `3 events`, or `3 events of “Guide”`. */
export const eventCount = ({ events, space }: Pick<Webhook, 'events' | 'space'>): string => {
  const count = pluralize(events.length, 'event')
  return space === undefined ? count : `${count} of ${labels.quoted(space.title || labels.untitled)}`
}
