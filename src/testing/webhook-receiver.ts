import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { type WebhookEvent, webhookEvent } from '#contract/webhook-events.ts'

/** A request that a receiver got. */
export type ReceivedWebhook = { readonly headers: IncomingHttpHeaders; readonly body: string }

export type WebhookReceiver = {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** What it responds with from now on; null for no response at all. */
  respond: { status: number; body?: string; headers?: Record<string, string> } | null
  /** Waits until `count` requests have arrived, and returns them. */
  readonly waitFor: (count: number) => Promise<readonly ReceivedWebhook[]>
  readonly close: () => Promise<void>
}

/** A real HTTP server that receives webhooks. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (receiver.respond === null) return
      const { status, body = '', headers = {} } = receiver.respond
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respond: { status: 204 },
    async waitFor(count) {
      const end = Date.now() + 50_000
      while (received.length < count) {
        if (Date.now() > end) throw new Error(`Only ${received.length} of ${count} requests arrived`)
        await pause(20)
      }
      return received
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  return receiver
}

/** Verifies the signature as a receiver does, and returns the event. Throws if it does not match. */
export function verifiedEvent({ headers, body }: ReceivedWebhook, secret: string): WebhookEvent {
  return webhookEvent.parse(new Webhook(secret).verify(body, headers as Record<string, string>))
}
