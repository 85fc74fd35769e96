import { enqueueContentSweep } from '../../content/sweep.ts'
import type { Service } from '../../context.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { deleteGrants } from '../transfers/queries.ts'
import { deleteSpace, lockExpiredSpace, spacesExpired } from './queries.ts'
import { trashCutoff } from './trash.ts'

/**
 * Deletes the spaces whose time in the trash is over and returns their number. Each has a transaction of its own,
 * so that a crash loses nothing.
 */
export async function purgeTrash(service: Service, stop: AbortSignal): Promise<number> {
  const until = trashCutoff(service.now())
  let purged = 0
  let failed: unknown
  for (let after: Expired | undefined; ; ) {
    const expired = await spacesExpired(service.db, until, after)
    for (const space of expired) {
      stop.throwIfAborted()
      try {
        if (await purge(service, space, until)) purged += 1
      } catch (error) {
        // A failure must not prevent the deletion of the other spaces.
        failed = error
        service.log.error({ err: error, space: space.id }, 'a space could not be purged')
      }
    }
    after = expired.at(-1)
    if (after === undefined) break
  }
  if (failed !== undefined) throw failed
  return purged
}

type Expired = Awaited<ReturnType<typeof spacesExpired>>[number]

/** False when the space was restored or is being deleted by another process. */
const purge = (service: Service, { organizationId, id }: Expired, until: Date): Promise<boolean> =>
  service.db.transaction().execute(async (tx) => {
    const space = await lockExpiredSpace(tx, organizationId, id, until)
    if (space === undefined) return false
    await deleteGrants(tx, organizationId, 'space', [id])
    const before = { parent: space.parent, deletedAt: space.deletedAt?.toISOString() }
    const target = { type: 'space', id, label: space.title } as const
    await recordAuditEvents(tx, service, { action: 'space.purge', target, before, organizationId })
    await deleteSpace(tx, organizationId, id)
    await enqueueContentSweep(tx, service, organizationId)
    return true
  })
