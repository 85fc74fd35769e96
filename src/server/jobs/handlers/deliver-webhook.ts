import type { JobHandler } from '../worker.ts'

/** Makes one attempt of a webhook delivery; its modules are loaded with the first. */
export const deliverWebhookHandler: JobHandler<'deliver-webhook'> = async (service, payload, stop) => {
  const { attemptDelivery } = await import('../../domain/webhooks/deliver.ts')
  await attemptDelivery(service, payload, stop)
}
