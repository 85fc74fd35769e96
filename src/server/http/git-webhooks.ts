import type { FastifyInstance } from 'fastify'
import type { Service } from '../context.ts'
import { receivePushEvent } from '../domain/git-sync/webhook.ts'
import { DomainError } from '../errors.ts'
import { newRateLimit } from './rate-limit.ts'

/** Push events list commits and files. */
const MAX_BODY_BYTES = 5 * 1_048_576
const MAX_EVENTS_PER_MINUTE = 120

/** Mounts the addresses to which Git services send push events. The signature is over the body as it was sent. */
export async function mountGitWebhooks(app: FastifyInstance, service: Service): Promise<void> {
  const rate = newRateLimit(service, 'git-webhooks', MAX_EVENTS_PER_MINUTE)
  await app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
      done(null, body),
    )
    webhooks.post<{ Params: { webhookId: string } }>(
      '/git-sync/:webhookId',
      {
        bodyLimit: MAX_BODY_BYTES,
        onRequest: async ({ ip }) => {
          if (rate(ip, service.now().getTime())?.over === true)
            throw new DomainError('rate_limited', 'Too many requests. Try again in a minute', {
              retryAfter: 60,
            })
        },
      },
      async ({ params: { webhookId }, headers, body }, reply) => {
        await receivePushEvent(service, { webhookId, headers, body: typeof body === 'string' ? body : '' })
        return reply.code(202).send()
      },
    )
  })
}
