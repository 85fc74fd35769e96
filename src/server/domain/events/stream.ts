import type { ChangeEvent } from '#contract/events.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Change } from '../../changes/feed.ts'
import type { Context } from '../../context.ts'
import { standingNow } from './queries.ts'
import { type Hearer, mostAtOnce, resetOf, type Seen, shelfOf, siteOf, toldTo } from './rules.ts'

/** Changes that come within this time are told together, each object once. */
const gatherFor = 60
/** Without a word for this long, proxies take a connection for dead. */
const beatEvery = 25_000

type Out = (text: string) => void

/** Tells a caller the changes they may hear, until they leave, lose their membership, or the service ends. */
export function tellChanges(ctx: Context, write: Out, done: () => void): () => void {
  const { organizationId } = ctx.access
  let waiting: (Change | null)[] = []
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let stop = (): void => undefined

  const end = (): void => {
    if (ended) return
    ended = true
    stop()
    clearInterval(beat)
    clearTimeout(timer)
    done()
  }

  const flush = async (): Promise<void> => {
    const changes = waiting
    waiting = []
    timer = undefined
    try {
      const events = await eventsFor(ctx, organizationId, changes)
      if (events === null) return end()
      for (const event of events) if (!ended) write(`data: ${JSON.stringify(event)}\n\n`)
    } catch (error) {
      ctx.log.warn({ err: error }, 'Changes could not be told')
      end()
    }
  }

  const beat = setInterval(() => {
    write(': still here\n\n')
    if (timer === undefined) timer = setTimeout(() => void flush(), 0)
  }, beatEvery)
  stop = ctx.changes.listen(organizationId, {
    ready: () => write(`retry: 2000\ndata: ${JSON.stringify({ type: 'hello', id: organizationId })}\n\n`),
    hear(change) {
      waiting.push(change)
      timer ??= setTimeout(() => void flush(), gatherFor)
    },
    end,
  })
  return end
}

/** What of the changes the caller may hear; null when they may hear nothing any more. */
async function eventsFor(
  ctx: Context,
  organizationId: string,
  changes: readonly (Change | null)[],
): Promise<ChangeEvent[] | null> {
  const standing = await standingNow(ctx.db, organizationId, ctx.caller, ctx.now())
  if (standing === undefined) return null
  const heard = changes.filter((change) => change !== null)
  if (heard.length < changes.length) return [resetOf(organizationId)]
  const sitesOf = standing.role === null ? siteOf : () => null
  const named = new Map(
    heard
      .flatMap((change) => [...shelvesNamed(change), sitesOf(change) ?? []].flat())
      .map((one) => [`${one.kind} ${one.id}`, one] as const),
  )
  if (named.size > mostAtOnce) return [resetOf(organizationId)]
  const visible = new Set<string>()
  for (const [key, one] of named) if (await mayView(ctx, one)) visible.add(key)
  const hearer: Hearer = { organizationId, userId: ctx.caller.userId, role: standing.role }
  const told = new Map<string, ChangeEvent>()
  for (const change of heard) {
    const event = toldTo(hearer, change, ({ kind, id }) => visible.has(`${kind} ${id}`))
    if (event === null) continue
    const key = `${event.type} ${event.id}`
    told.delete(key)
    told.set(key, event)
  }
  return [...told.values()]
}

function shelvesNamed(change: Change): Seen[] {
  const shelf = shelfOf(change)
  if (shelf === null) return []
  const above: Seen[] =
    shelf.id === change.id && change.parent !== undefined && change.kind !== 'space-field'
      ? [{ kind: 'collection', id: change.parent }]
      : []
  return [shelf, ...above]
}

async function mayView(ctx: Context, seen: Seen): Promise<boolean> {
  const facts = await accessFacts(ctx.db, seen, ctx.caller.userId)
  return facts !== null && resolveAccess(facts).role !== null
}
