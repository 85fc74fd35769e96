import type { Service } from '../context.ts'
import { check, rebuild } from './rebuild.ts'
import type { SpaceRef } from './space-ref.ts'

export type RebuildResult = {
  readonly spaceId: string
  readonly title: string
  readonly wrong: readonly string[]
}

type Range = {
  /** Only lists differences. */
  readonly onlyCheck: boolean
  /** Leaves spaces without differences alone. */
  readonly onlyWrong?: boolean
  /** One space; undefined for all. */
  readonly spaceId: string | undefined
}

/**
 * Rebuilds the projections of spaces (pages by path, search, links, files) and returns their differences. Each space
 * has its own transaction.
 */
export async function* rebuildSpaces(
  { db }: Pick<Service, 'db'>,
  { onlyCheck, onlyWrong = false, spaceId }: Range,
): AsyncGenerator<RebuildResult> {
  let spaces = db.selectFrom('space').select(['organization_id as organizationId', 'id as spaceId', 'title'])
  spaces = spaces.where('deleted_at', 'is', null).orderBy('created_at').orderBy('id')
  if (spaceId !== undefined) spaces = spaces.where('id', '=', spaceId)
  for (const { title, ...at } of await spaces.execute()) {
    const wrong = await check(db, at)
    if (!onlyCheck && !(onlyWrong && wrong.length === 0)) await rebuildInTransaction(db, at)
    yield { spaceId: at.spaceId, title, wrong }
  }
}

const rebuildInTransaction = (db: Service['db'], at: SpaceRef): Promise<void> =>
  db.transaction().execute((tx) => rebuild(tx, at))

/**
 * Counts the ways in which this version derives sections and links from texts. Increase it when the same text gives
 * others than before: after an upgrade, what is stored for older pages is then rebuilt.
 */
const DERIVATION = 3

/** Enqueues the rebuilding of what an older version derived; once per upgrade. */
export async function enqueueRebuild({ db, jobs }: Pick<Service, 'db' | 'jobs'>): Promise<void> {
  const { derivation } = await db.selectFrom('installation').select('derivation').executeTakeFirstOrThrow()
  if (derivation < DERIVATION) await jobs.enqueue(db, 'rebuild-spaces', {}, { key: 'rebuild-spaces' })
}

/** Rebuilds the spaces whose projections an older version derived differently. Starts again when it is stopped. */
export async function rebuildAfterUpgrade({ db }: Pick<Service, 'db'>, stop: AbortSignal): Promise<number> {
  let rebuilt = 0
  for await (const { wrong } of rebuildSpaces(
    { db },
    { onlyCheck: false, onlyWrong: true, spaceId: undefined },
  )) {
    stop.throwIfAborted()
    if (wrong.length > 0) rebuilt++
  }
  await db.updateTable('installation').set({ derivation: DERIVATION }).execute()
  return rebuilt
}
