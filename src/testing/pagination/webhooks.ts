import { api } from '#contract/api.ts'
import { type ListFixtures, ROWS, repeat, type Setup } from './setup.ts'

export async function webhooks({ app, call, inOrganization: params }: Setup): Promise<ListFixtures> {
  const body = { url: 'https://hooks.example.com/', events: ['import.failed' as const] }
  const aWebhook = async () => {
    const { id } = await call(api.webhooks.create, { params, body })
    return { id, undo: () => call(api.webhooks.delete, { params: { ...params, webhookId: id } }) }
  }
  const [webhook] = await repeat(ROWS, aWebhook)
  if (webhook === undefined) throw new Error('Nothing to list')
  const path = { ...params, webhookId: webhook.id }
  const aDelivery = async () => {
    const { id } = await call(api.webhooks.test, { params: path })
    return () => app.db.deleteFrom('webhook_delivery').where('id', '=', id).execute()
  }
  await repeat(ROWS, aDelivery)
  return {
    listWebhooks: { params, addRow: async () => (await aWebhook()).undo },
    listWebhookDeliveries: { params: path, addRow: aDelivery },
  }
}
