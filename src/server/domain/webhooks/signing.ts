import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { type KeySource, unseal } from '../../sealing.ts'
import type { PendingDelivery } from './delivery-queries.ts'

/** A new signing secret as Standard Webhooks writes it, with 32 random bytes. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * The headers of a signed request (Standard Webhooks 1.0). While a previous secret is valid there are two signatures,
 * and the receiver accepts a request if one of them matches.
 */
export async function signedHeaders(
  config: KeySource,
  delivery: PendingDelivery,
  body: string,
  now: Date,
): Promise<Record<string, string>> {
  const { previousSecret, previousSecretUntil } = delivery
  const isPreviousValid = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now
  const sealed = isPreviousValid ? [delivery.secret, previousSecret] : [delivery.secret]
  const secrets = await Promise.all(sealed.map((secret) => unseal(config, secret)))
  return {
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(delivery.eventId, now, body))
      .join(' '),
  }
}
