import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { DELIVERY_RETENTION_DAYS, FAILING_DAYS, type Webhook } from '#contract/webhooks.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Banner } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { eventCount, webhookName, webhookState } from './labels.ts'
import { useWebhookActions } from './mutations.ts'
import type { DeliveriesSearch } from './search-params.ts'
import { EditWebhookDialog, RotateSecretDialog } from './webhook-dialogs.tsx'

type Props = {
  organizationId: string
  webhook: Webhook
  search: DeliveriesSearch
  onSearch: (search: DeliveriesSearch) => void
}

/** A webhook with its state and its deliveries. */
export function WebhookPage({ organizationId, webhook, search, onSearch }: Props) {
  const [isRotating, setIsRotating] = useState(false)
  const close = () => onSearch({ ...search, dialog: undefined, delivery: undefined })
  useBreadcrumbs([
    { title: 'Settings', to: paths.settings(organizationId) },
    { title: 'Webhooks', to: paths.webhooks(organizationId) },
    { title: webhookName(webhook) },
  ])
  return (
    <>
      <Head
        organizationId={organizationId}
        webhook={webhook}
        onEdit={() => onSearch({ ...search, dialog: 'edit' })}
        onRotate={() => setIsRotating(true)}
      />
      <StateBanner organizationId={organizationId} webhook={webhook} />
      <DeliveryList organizationId={organizationId} webhook={webhook} search={search} onSearch={onSearch} />
      {search.dialog === 'edit' && <EditWebhookDialog {...{ organizationId, webhook }} onClose={close} />}
      {isRotating && (
        <RotateSecretDialog {...{ organizationId, webhook }} onClose={() => setIsRotating(false)} />
      )}
      {search.delivery !== undefined && (
        <DeliveryDialog {...{ organizationId, webhook }} deliveryId={search.delivery} onClose={close} />
      )}
    </>
  )
}

type HeadProps = Pick<Props, 'organizationId' | 'webhook'> & { onEdit: () => void; onRotate: () => void }

function Head({ organizationId, webhook, onEdit, onRotate }: HeadProps) {
  const navigate = useNavigate()
  const actions = useWebhookActions(organizationId)
  const { label, tone } = webhookState(webhook)
  const remove = () =>
    void actions.remove(webhook, () => void navigate({ to: paths.webhooks(organizationId) }))
  const sendTest = () => actions.sendTest(webhook)
  useActions([
    ...(webhook.enabled
      ? [{ id: 'test', label: 'Send test event', icon: Send, keys: 'c', run: sendTest }]
      : []),
    { id: 'edit', label: 'Edit webhook', icon: Pencil, keys: 'e', run: onEdit },
    { id: 'delete', label: 'Delete webhook', icon: Trash2, run: remove },
  ])
  return (
    <div className="page-head">
      <div className="title-row">
        <h1 className="truncate" title={webhook.url}>
          {webhookName(webhook)}
        </h1>
        <div className="actions">
          {webhook.enabled ? (
            <Button variant="primary" icon={Send} onClick={sendTest} aria-busy={actions.isBusy}>
              Send test event
            </Button>
          ) : (
            <Button variant="primary" icon={Power} onClick={() => void actions.setEnabled(webhook, true)}>
              Enable webhook
            </Button>
          )}
          <Menu
            trigger={
              <IconButton
                label={labels.actionsFor(webhookName(webhook))}
                icon={Ellipsis}
                className="btn-outline"
              />
            }
          >
            <MenuItem icon={Pencil} keys="e" onSelect={onEdit}>
              Edit…
            </MenuItem>
            {/* A chat doesn’t check signatures. */}
            {webhook.format === 'standard' && (
              <MenuItem icon={KeyRound} onSelect={onRotate}>
                Replace secret…
              </MenuItem>
            )}
            {webhook.enabled && (
              <MenuItem icon={Power} onSelect={() => void actions.setEnabled(webhook, false)}>
                Disable…
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={remove}>
              Delete…
            </MenuItem>
          </Menu>
        </div>
      </div>
      <p className="sub">
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus> {eventCount(webhook)}
        {webhook.description && ` · ${webhook.description}`} · Deliveries from the last{' '}
        {DELIVERY_RETENTION_DAYS} days
      </p>
    </div>
  )
}

function StateBanner({ organizationId, webhook }: Pick<Props, 'organizationId' | 'webhook'>) {
  const { setEnabled } = useWebhookActions(organizationId)
  if (webhook.disabledReason) {
    return (
      <Banner
        tone="warning"
        icon={TriangleAlert}
        action={
          <Button variant="outline" onClick={() => void setEnabled(webhook, true)}>
            Enable again
          </Button>
        }
      >
        {webhook.disabledReason === 'gone'
          ? 'Lectern disabled this webhook because it responded with 410 Gone.'
          : `Lectern disabled this webhook because no delivery succeeded for ${FAILING_DAYS} days.`}{' '}
        Fix the receiver, then enable it again.
      </Banner>
    )
  }
  if (webhook.failingSince) {
    return (
      <Banner tone="warning" icon={TriangleAlert}>
        Deliveries are failing; the first one failed <Time at={webhook.failingSince} ago />. The webhook is
        disabled after {FAILING_DAYS} days without a success.
      </Banner>
    )
  }
  if (!webhook.droppedAt) return null
  return (
    <Banner tone="warning" icon={TriangleAlert}>
      Too many deliveries were waiting, so some events were dropped. The last one was dropped{' '}
      <Time at={webhook.droppedAt} ago />.
    </Banner>
  )
}
