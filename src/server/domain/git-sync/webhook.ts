import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Service } from '../../context.ts'
import { DomainError, notFound } from '../../errors.ts'
import { unseal } from '../../sealing.ts'
import { enqueueSync } from './enqueue.ts'
import { syncOfWebhook } from './queries.ts'

type WebhookRequest = {
  readonly webhookId: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/**
 * Starts a sync for a push event of a Git service: GitHub, Gitea and Forgejo sign the body with the secret, GitLab sends it.
 * @throws {DomainError} `not_found` for an unknown address, `unauthenticated` for a wrong signature
 */
export async function receivePushEvent(service: Service, request: WebhookRequest): Promise<void> {
  const { webhookId, body } = request
  const sync = await syncOfWebhook(service.db, webhookId)
  if (sync === undefined) throw notFound('webhook', webhookId)
  if (!isSigned(request, await unseal(service.config, sync.secret)))
    throw new DomainError('unauthenticated', 'The signature doesn’t match the secret of this webhook')
  if (sync.paused || isAboutAnotherBranch(body, sync.branch)) return
  await enqueueSync(service.jobs, service.db, sync, 'webhook')
}

function isSigned({ headers, body }: WebhookRequest, secret: string): boolean {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const expected: Readonly<Record<string, string>> = {
    'x-hub-signature-256': `sha256=${digest}`,
    'x-gitea-signature': digest,
    'x-gitlab-token': secret,
  }
  return Object.entries(expected).some(([name, value]) => {
    const sent = headers[name]
    return typeof sent === 'string' && isEqual(sent, value)
  })
}

/** Compares hashes, so that the time doesn't tell how much is right. */
function isEqual(a: string, b: string): boolean {
  const hashOf = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(hashOf(a), hashOf(b))
}

/** Events without a branch, such as the test of a service, start a sync too. */
function isAboutAnotherBranch(body: string, branch: string): boolean {
  try {
    const event: unknown = JSON.parse(body)
    const ref = typeof event === 'object' && event !== null && 'ref' in event ? event.ref : undefined
    return typeof ref === 'string' && ref !== `refs/heads/${branch}`
  } catch {
    // Not JSON: services can be set to send forms, which say the same in another way.
    return false
  }
}
