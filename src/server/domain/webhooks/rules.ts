import { FAILING_DAYS, MAX_WEBHOOKS } from '#contract/webhooks.ts'
import { DomainError, invalid } from '../../errors.ts'
import { refusalOf } from '../../importing/address.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Pauses after failed attempts: nine attempts in 38 hours. */
const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
  10 * HOUR,
]

/** When the next attempt is made after `tries` failed ones; null if there is none. */
export function nextAttempt(tries: number, now: Date): Date | null {
  const delay = RETRY_DELAYS[tries - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}

/** Whether a webhook that failed since `since` is disabled now. */
export const hasFailedTooLong = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= FAILING_DAYS * DAY

/** When a secret that is replaced now stops signing. */
export const endOfPreviousSecret = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR)

/**
 * Checks the URL of a webhook as far as its text tells; the address is checked with every connection.
 * @throws {DomainError} 400
 */
export function expectValidUrl(text: string, allowPrivate: boolean): void {
  const url = new URL(text)
  const message = urlError(url, allowPrivate)
  if (message !== null) throw invalid([{ path: ['body', 'url'], message }])
}

function urlError(url: URL, allowPrivate: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'Use a URL without a user name and password'
  if (allowPrivate) return null
  if (url.protocol !== 'https:') return 'Use a URL that starts with https://'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  return isLocal || (isAddress && refusalOf(host) !== null) ? 'Use a URL with a public address' : null
}

export const tooManyWebhooks = () =>
  new DomainError(
    'invalid_state',
    `An organization can have ${MAX_WEBHOOKS} webhooks. Delete one you no longer need first`,
  )

/** @throws {DomainError} 409 */
export function expectEnabled({ enabled }: { readonly enabled: boolean }): void {
  if (!enabled) throw new DomainError('invalid_state', 'The webhook is disabled. Enable it first')
}
