import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { removeRepository, repositoriesFolder } from './repository.ts'
import { connectedSpaces } from './state-queries.ts'

/** Removes the copies of repositories whose spaces were deleted or disconnected, maybe by another instance. */
export async function removeUnusedRepositories(db: Db, config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = repositoriesFolder(config)
  const copies: { organizationId: string; spaceId: string }[] = []
  for (const organizationId of await namesIn(folder))
    for (const spaceId of await namesIn(join(folder, organizationId)))
      copies.push({ organizationId, spaceId })
  // Asked after the folders were listed: a space is connected before its folder is created.
  const connected = await connectedSpaces(
    db,
    copies.map(({ spaceId }) => spaceId),
  )
  for (const copy of copies)
    if (!connected.has(`${copy.organizationId}/${copy.spaceId}`)) await removeRepository(config, copy)
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
