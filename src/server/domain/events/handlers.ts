import { events } from '#contract/events.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { tellChanges } from './stream.ts'

/** Streams one person may hold open in a process. */
const mostStreams = 30
const open = new Map<string, number>()

export const eventHandlers = handle(events, {
  async listen(ctx) {
    expectRoom(ctx.caller.userId)
    stream(ctx)
    return undefined as never
  },
})

function expectRoom(userId: string): void {
  if ((open.get(userId) ?? 0) < mostStreams) return
  throw new DomainError('rate_limited', `Close one of your ${mostStreams} open streams first`, {
    retryAfter: 5,
  })
}

/** Takes the answer out of the door's hands, with the headers that the door has set already. */
function stream(ctx: Context): void {
  const { reply, request } = ctx
  const { userId } = ctx.caller
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  open.set(userId, (open.get(userId) ?? 0) + 1)
  const leave = tellChanges(
    ctx,
    (text) => reply.raw.write(text),
    () => {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
      reply.raw.end()
    },
  )
  request.raw.on('close', leave)
}
