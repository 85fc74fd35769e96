import type { Collection } from '#contract/collections.ts'
import type { Space } from '#contract/spaces.ts'

const urls = { location: '/', app: '/' }
const then = '2026-11-01T08:00:00.000Z'

/** A space named by its id, for the tests of this folder. */
export const aSpaceItem = (id: string, parent?: string, more: Partial<Space> = {}): Space => ({
  object: 'space',
  id,
  title: id,
  emoji: '📗',
  visibility: parent ? 'in-collection' : 'private',
  createdAt: then,
  updatedAt: then,
  organization: 'org',
  ...(parent ? { parent } : {}),
  revision: 'r',
  defaultLevel: 'read',
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  urls,
  permissions: {
    view: true,
    access: true,
    admin: true,
    viewInviteLinks: true,
    edit: true,
    triggerGitSync: true,
    comment: true,
    merge: true,
    review: true,
  },
  version: 1,
  ...more,
})

/** A collection named by its id, for the tests of this folder. */
export const aCollectionItem = (id: string, parent?: string, more: Partial<Collection> = {}): Collection => ({
  object: 'collection',
  id,
  title: id,
  organization: 'org',
  ...(parent ? { parent } : {}),
  defaultLevel: 'read',
  urls,
  permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
  version: 1,
  ...more,
})
