import { api } from '#contract/api.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { webhookName } from './labels.ts'

/** The actions of a webhook, in its row and on its page. */
export function useWebhookActions(organizationId: string) {
  const updating = useApi(api.webhooks.update, { meta: { refused: 'Couldn’t change the webhook' } })
  const testing = useApi(api.webhooks.test, { meta: { refused: 'Couldn’t send a test event' } })
  const deleting = useApi(api.webhooks.delete, { meta: { refused: 'Couldn’t delete the webhook' } })
  const resending = useApi(api.webhooks.resendDelivery, { meta: { refused: 'Couldn’t resend the event' } })
  const path = ({ id }: Webhook) => ({ params: { organizationId, webhookId: id } })

  const setEnabled = async (webhook: Webhook, enabled: boolean) => {
    const isSure =
      enabled ||
      (await confirm({
        title: `Disable the webhook ${labels.quoted(webhookName(webhook))}?`,
        description:
          'It gets no events until you enable it again. Waiting deliveries are canceled, and enabling it doesn’t bring them back.',
        action: 'Disable webhook',
        cancel: labels.cancel,
      }))
    if (!isSure) return
    updating.mutate(
      { ...path(webhook), body: { enabled }, ifMatch: webhook.version },
      {
        onSuccess: ({ version }) =>
          offerUndo(`${enabled ? 'Enabled' : 'Disabled'} the webhook`, () =>
            updating.mutate({ ...path(webhook), body: { enabled: !enabled }, ifMatch: version }),
          ),
      },
    )
  }
  const sendTest = (webhook: Webhook) =>
    testing.mutate(path(webhook), { onSuccess: () => void toast.done('Sending a test event') })
  const remove = async (webhook: Webhook, onDeleted?: () => void) => {
    const name = labels.quoted(webhookName(webhook))
    const isSure = await confirm({
      title: `Delete the webhook ${name}?`,
      description: 'Its delivery log is deleted too. This can’t be undone.',
      action: 'Delete webhook',
      cancel: labels.cancel,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(path(webhook), {
      onSuccess: () => {
        toast.done(`Deleted the webhook ${name}`)
        onDeleted?.()
      },
    })
  }
  const resend = (webhookId: string, { id }: Pick<WebhookDelivery, 'id'>) =>
    resending.mutate(
      { params: { organizationId, webhookId, deliveryId: id } },
      { onSuccess: () => void toast.done('Resending the event') },
    )
  return { setEnabled, sendTest, remove, resend, isBusy: updating.isPending || testing.isPending }
}
