import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'

/** What is printed: a revision of a space, from a page on or whole. */
const order = z.object({
  organizationId: z.string(),
  spaceId: z.string(),
  revision: z.string(),
  changeRequestId: z.string().optional(),
  page: z.string().optional(),
  only: z.boolean(),
})
export type Order = z.infer<typeof order>

/** How long an address prints. */
export const TICKET_LIFETIME_MS = 15 * 60_000

const ticket = z.object({ order, until: z.number() })

/** An order as text that only this installation can write, good for a quarter of an hour. */
export async function ticketFor(config: Pick<Config, 'dataDir'>, order: Order, now: Date): Promise<string> {
  const until = now.getTime() + TICKET_LIFETIME_MS
  const said = Buffer.from(JSON.stringify({ order, until })).toString('base64url')
  return `${said}.${signed(await keyOf(config), said).toString('base64url')}`
}

/** The order of a ticket; null when it is none of ours or has expired. */
export async function orderOf(
  config: Pick<Config, 'dataDir'>,
  text: string,
  now: Date,
): Promise<Order | null> {
  const [said = '', signature = ''] = text.split('.')
  const expected = signed(await keyOf(config), said)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const read = ticket.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
  return read.until > now.getTime() ? read.order : null
}

const signed = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Made when it is first needed. It lies with the data, as every process of the service has to have the same. */
async function keyOf({ dataDir }: Pick<Config, 'dataDir'>): Promise<Buffer> {
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'printing')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return readFile(path)
}
