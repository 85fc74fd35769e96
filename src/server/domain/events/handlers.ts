import { events } from '#contract/events.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { createEventStream } from './event-stream.ts'
import { addListener } from './organization-channel.ts'

/** Streams that one person may have open in a process. */
const MAX_STREAMS_PER_USER = 30
const openStreams = new Map<string, number>()

export const eventHandlers = handle(events, {
  async stream(ctx, { query }) {
    expectFreeStream(ctx.caller.userId)
    startStream(ctx, query.elapsed)
    return undefined as never
  },
})

function expectFreeStream(userId: string): void {
  if ((openStreams.get(userId) ?? 0) < MAX_STREAMS_PER_USER) return
  throw new DomainError('rate_limited', `Close one of your ${MAX_STREAMS_PER_USER} open streams first`, {
    retryAfter: 5,
  })
}

/** Takes over the response from Fastify, with the headers that were set before. */
function startStream(ctx: Context, elapsed: number): void {
  const { reply, request, caller } = ctx
  const { userId } = caller
  const { organizationId } = ctx.access
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  openStreams.set(userId, (openStreams.get(userId) ?? 0) + 1)
  let isOpen = true
  let removeListener = (): void => undefined
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    removeListener()
    countClosed(userId)
    reply.raw.end()
  }
  const stream = createEventStream(reply.raw, organizationId)
  removeListener = addListener(ctx, organizationId, { caller, stream, elapsed, end: close })
  request.raw.on('close', close)
}

function countClosed(userId: string): void {
  const remaining = (openStreams.get(userId) ?? 1) - 1
  if (remaining > 0) openStreams.set(userId, remaining)
  else openStreams.delete(userId)
}
