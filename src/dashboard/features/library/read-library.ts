import type { QueryClient } from '@tanstack/react-query'
import { firstIndexQuery, shelfQuery } from './shelf-queries.ts'
import { openedBefore } from './use-opened.ts'

/** Reads what the tree begins with: its root, and beside it every collection that was left open. */
export async function readLibrary(
  client: QueryClient,
  organizationId: string,
  rootId: string | null,
): Promise<void> {
  void client.prefetchQuery(firstIndexQuery(organizationId))
  const opened = openedBefore(organizationId).map((id) =>
    client.prefetchQuery(shelfQuery(organizationId, id)),
  )
  await Promise.all([client.ensureQueryData(shelfQuery(organizationId, rootId)), ...opened])
}
