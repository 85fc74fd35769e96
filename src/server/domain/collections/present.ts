import type { Collection } from '#contract/collections.ts'
import { collectionPermissions } from '../../auth/access.ts'
import type { Urls } from '../../urls.ts'
import { presentUser } from '../users/present.ts'
import type { CollectionRow } from './queries.ts'

/** A collection as the API returns it. */
export const presentCollection = (row: CollectionRow, urls: Urls): Collection => ({
  object: 'collection',
  id: row.id,
  title: row.title,
  ...(row.description === null ? {} : { description: row.description }),
  organization: row.organizationId,
  ...(row.parentId === null ? {} : { parent: row.parentId }),
  defaultLevel: row.level,
  defaultLevelFrom: row.levelFrom,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...(row.updatedBy === null ? {} : { updatedBy: presentUser(row.updatedBy, urls) }),
  urls: {
    location: urls.location('collections', row.id),
    app: urls.app('o', row.organizationId, 'collections', row.id),
  },
  permissions: collectionPermissions(row.role),
  version: row.version,
})
