import { TEST_EVENT_TYPE } from '#contract/webhook-events.ts'
import { webhooks } from '#contract/webhooks.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { enqueueDelivery } from './deliver.ts'
import {
  deliveryById,
  deliveryPage,
  insertTestDelivery,
  lockDelivery,
  restartDelivery,
} from './delivery-queries.ts'
import { payloadOf, presentDelivery } from './present.ts'
import { lockWebhook, webhookById } from './queries.ts'
import { expectEnabled } from './rules.ts'

export const webhookDeliveryHandlers = handle(webhooks, {
  async test(ctx, { params: { organizationId, webhookId } }) {
    return ctx.write(async (tx) => {
      expectEnabled(await lockWebhook(tx, organizationId, webhookId))
      const at = { organizationId, webhookId, deliveryId: ctx.newId() }
      await insertTestDelivery(tx, at, {
        id: ctx.newId(),
        type: TEST_EVENT_TYPE,
        actorId: ctx.caller.userId,
        now: ctx.now(),
      })
      await enqueueDelivery(tx, ctx, at)
      return presentDelivery(await deliveryById(tx, at), ctx.urls)
    })
  },

  async listDeliveries(ctx, { params, query }) {
    await webhookById(ctx.db, params.organizationId, params.webhookId)
    return listResponse(await deliveryPage(ctx.db, params, query), (row) => presentDelivery(row, ctx.urls))
  },

  async getDelivery(ctx, { params }) {
    const row = await deliveryById(ctx.db, params)
    return {
      ...presentDelivery(row, ctx.urls),
      payload: payloadOf(row),
      history: [...row.history],
      ...(row.responseBody === null ? {} : { responseBody: row.responseBody }),
    }
  },

  async resendDelivery(ctx, { params }) {
    return ctx.write(async (tx) => {
      expectEnabled(await lockWebhook(tx, params.organizationId, params.webhookId))
      const { status, nextAttemptAt } = await lockDelivery(tx, params)
      const isWaiting = nextAttemptAt !== null && nextAttemptAt > ctx.now()
      if (status === 'pending' && !isWaiting)
        throw new DomainError('invalid_state', 'The delivery is already being sent')
      await restartDelivery(tx, params, ctx.now())
      await enqueueDelivery(tx, ctx, params)
      return presentDelivery(await deliveryById(tx, params), ctx.urls)
    })
  },
})
