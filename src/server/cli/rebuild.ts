import { check, rebuild } from '../content/rebuild.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'

export type RebuildResult = {
  readonly spaceId: string
  readonly title: string
  readonly wrong: readonly string[]
}

/**
 * Rebuilds the projections of spaces (pages by path, search, links, files), or with `onlyCheck` reports differences.
 * Each space has its own transaction; `spaceId` limits it to one space.
 */
export async function* rebuildSpaces(
  { db }: Service,
  { onlyCheck, spaceId }: { onlyCheck: boolean; spaceId: string | undefined },
): AsyncGenerator<RebuildResult> {
  let spaces = db.selectFrom('space').select(['organization_id as organizationId', 'id as spaceId', 'title'])
  spaces = spaces.where('deleted_at', 'is', null).orderBy('created_at').orderBy('id')
  if (spaceId !== undefined) spaces = spaces.where('id', '=', spaceId)
  for (const { title, ...at } of await spaces.execute()) {
    const wrong = await check(db, at)
    if (!onlyCheck) await rebuildInTransaction(db, at)
    yield { spaceId: at.spaceId, title, wrong }
  }
}

const rebuildInTransaction = (db: Service['db'], at: SpaceRef): Promise<void> =>
  db.transaction().execute((tx) => rebuild(tx, at))
