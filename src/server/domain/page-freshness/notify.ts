import type { SpaceRef } from '../../content/space-ref.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { writeIn } from '../../db/write.ts'
import { recordEvent } from '../../notifications/record.ts'
import { type UnnotifiedRow, unnotifiedPages } from './queries.ts'
import { dayOf } from './rules.ts'
import { markNotified, settleNotifications } from './write-queries.ts'

const BATCH_SIZE = 200

/**
 * Notifies the owners of overdue pages, once for each review date and owner, and settles notifications of pages that no
 * longer need them, of one space or of all. Can run twice.
 */
export async function notifyOfOverduePages(
  service: Pick<Service, 'db' | 'jobs' | 'now'>,
  scope?: SpaceRef,
  stop?: AbortSignal,
): Promise<void> {
  const today = dayOf(service.now())
  await writeIn(service.db, (tx) => settleNotifications(tx, service.now(), today, scope))
  for (let count = BATCH_SIZE; count === BATCH_SIZE; ) {
    stop?.throwIfAborted()
    count = await writeIn(service.db, async (tx) => {
      const pages = await unnotifiedPages(tx, today, { scope, limit: BATCH_SIZE })
      if (pages.length > 0) await markNotified(tx, pages, today)
      for (const page of pages) await recordEvent(tx, service, eventOf(page))
      return pages.length
    })
  }
}

/** Looks for overdue pages of a space soon, such as after another owner was set. */
export const notifySoon = (tx: Tx, { jobs }: Pick<Service, 'jobs'>, { organizationId, spaceId }: SpaceRef) =>
  jobs.enqueue(
    tx,
    'notify-of-overdue-pages',
    { organizationId, spaceId },
    { key: `notify-of-overdue-pages/${spaceId}` },
  )

const eventOf = ({ organizationId, spaceId, pageId, pageTitle, ownerId }: UnnotifiedRow) =>
  ({
    organizationId,
    key: `page_overdue/${spaceId}/${pageId}`,
    renews: true,
    about: { kind: 'page', id: pageId, title: pageTitle },
    access: { space: spaceId },
    page: pageId,
    actor: null,
    audience: [{ reason: 'page_overdue', users: [ownerId] }],
  }) as const
