import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NotificationReason, notificationReasons } from '#contract/notifications.ts'
import { derivedKey, type KeySource } from '../../sealing.ts'

/** What a link in an email turns off: email for a reason, or the daily digest. */
export type UnsubscribeTopic = NotificationReason | 'digest'

const isTopic = (text: string): text is UnsubscribeTopic =>
  text === 'digest' || notificationReasons.some((reason) => reason === text)

/** A token that turns off one kind of email of one person and does nothing else. It works as long as the key. */
export async function unsubscribeToken(
  config: KeySource,
  userId: string,
  topic: UnsubscribeTopic,
): Promise<string> {
  return `${userId}.${topic}.${await signatureOf(config, userId, topic)}`
}

/** Whom a token unsubscribes from what; undefined unless it was issued here. */
export async function readUnsubscribeToken(
  config: KeySource,
  token: string,
): Promise<{ readonly userId: string; readonly topic: UnsubscribeTopic } | undefined> {
  const [userId = '', topic = '', signature = ''] = token.split('.')
  if (!isTopic(topic)) return undefined
  const expected = Buffer.from(await signatureOf(config, userId, topic))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, topic } : undefined
}

const signatureOf = async (config: KeySource, userId: string, topic: string): Promise<string> =>
  createHmac('sha256', await derivedKey(config, 'unsubscribe'))
    .update(`${userId}.${topic}`)
    .digest('base64url')
