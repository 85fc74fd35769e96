import type { Service } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { fanOut } from './fan-out.ts'
import { changedPages, followersOfPages, latestEditor } from './space-change-queries.ts'

/** Edits within this time are one notification for those who follow a page or space. */
const WINDOW_MS = 10 * 60_000
/** Transactions that began in the window have ended by then. */
const GRACE_MS = 15_000

type SpaceRef = { readonly organizationId: string; readonly spaceId: string }

/** Records that the content of a space changed. The first edit of a window enqueues its job. */
export async function recordSpaceChange(
  tx: Tx,
  ctx: Pick<Service, 'jobs' | 'now'>,
  { organizationId, spaceId }: SpaceRef,
): Promise<void> {
  const start = Math.floor(ctx.now().getTime() / WINDOW_MS) * WINDOW_MS
  const window = { from: new Date(start).toISOString(), to: new Date(start + WINDOW_MS).toISOString() }
  await ctx.jobs.enqueue(
    tx,
    'notify-of-changes',
    { organizationId, spaceId, ...window },
    {
      key: `notify-of-changes/${spaceId}/${start}`,
      keepsWaiting: true,
      runAt: new Date(start + WINDOW_MS + GRACE_MS),
    },
  )
}

export type SpaceChangeWindow = SpaceRef & { readonly from: string; readonly to: string }

/**
 * Tells those who follow a space, or pages of it, what changed in a window of time. Who follows a changed page is not
 * told of its space, too.
 */
export async function notifyOfSpaceChanges(
  service: Pick<Service, 'db' | 'newId'>,
  { organizationId, spaceId, ...window }: SpaceChangeWindow,
  stop?: AbortSignal,
): Promise<void> {
  const at = { organizationId, spaceId, from: new Date(window.from), to: new Date(window.to) }
  const latest = await latestEditor(service.db, at)
  if (latest === undefined) return
  const { pages, count } = await changedPages(service.db, at)
  const followers = await followersOfPages(
    service.db,
    organizationId,
    pages.map(({ id }) => id),
  )
  const common = {
    organizationId,
    access: { space: spaceId },
    actor: latest.by,
    at: latest.at.toISOString(),
    renews: true,
  }
  const space = { kind: 'space', id: spaceId } as const
  for (const { id, title } of pages) {
    if (!followers.some((one) => one.pageId === id)) continue
    const page = { kind: 'page', id } as const
    await fanOut(
      service,
      {
        ...common,
        key: `page_changed/${id}`,
        about: { ...page, title },
        page: id,
        audience: [{ reason: 'page_changed', followersOf: [page] }],
        scopes: [page, space],
      },
      stop,
    )
  }
  await fanOut(
    service,
    {
      ...common,
      key: `space_changed/${spaceId}`,
      about: space,
      detail: count === 0 ? '' : count === 1 ? (pages[0]?.title ?? '') : `${count} pages changed`,
      audience: [{ reason: 'space_changed', followersOf: [space] }],
      except: [...new Set(followers.map(({ userId }) => userId))],
      scopes: [space],
    },
    stop,
  )
}
