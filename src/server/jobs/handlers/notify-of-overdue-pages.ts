import type { JobHandler } from '../worker.ts'

/** Notifies the owners of pages whose review date has passed, and who don’t know it yet. */
export const notifyOfOverduePagesHandler: JobHandler<'notify-of-overdue-pages'> = async (
  service,
  scope,
  stop,
) => {
  const { notifyOfOverduePages } = await import('../../domain/page-freshness/notify.ts')
  await notifyOfOverduePages(service, 'spaceId' in scope ? scope : undefined, stop)
}
