import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { derivedKey, type KeySource } from '../sealing.ts'

/** What to print: a revision of a space, completely or from a page on. */
const order = z.object({
  organizationId: z.string(),
  spaceId: z.string(),
  revision: z.string(),
  changeRequestId: z.string().optional(),
  page: z.string().optional(),
  only: z.boolean(),
})
export type Order = z.infer<typeof order>

/** How long a ticket is valid. */
export const TICKET_LIFETIME_MS = 15 * 60_000

const ticket = z.object({ order, until: z.number() })

/** An order as a signed text that only this installation can create, valid for 15 minutes. */
export async function ticketFor(config: KeySource, order: Order, now: Date): Promise<string> {
  const until = now.getTime() + TICKET_LIFETIME_MS
  const payload = Buffer.from(JSON.stringify({ order, until })).toString('base64url')
  return `${payload}.${signed(await keyOf(config), payload).toString('base64url')}`
}

/** The order of a ticket; null if it is invalid or has expired. */
export async function orderOf(config: KeySource, text: string, now: Date): Promise<Order | null> {
  const [payload = '', signature = ''] = text.split('.')
  const expected = signed(await keyOf(config), payload)
  const received = Buffer.from(signature, 'base64url')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  const parsed = ticket.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return parsed.until > now.getTime() ? parsed.order : null
}

const signed = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The signing key, which all instances share. */
const keyOf = (config: KeySource): Promise<Buffer> => derivedKey(config, 'PDF tickets')
