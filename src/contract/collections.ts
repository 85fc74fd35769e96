import { z } from 'zod'
import { resource } from './route.ts'
import { libraryMove } from './shared/library-position.ts'
import { MAX_LIBRARY_TITLE_LENGTH } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { collectionPath, organizationPath } from './shared/paths.ts'
import {
  defaultLevelFrom,
  defaultLevelInput,
  flags,
  id,
  nullableRole,
  timestamp,
  urlsOf,
  version,
} from './shared/values.ts'
import { space } from './spaces.ts'
import { user } from './users.ts'

export const collectionTitle = z.string().max(MAX_LIBRARY_TITLE_LENGTH)
export const collectionDescription = z.string().max(100)

export const collection = z
  .object({
    object: z.literal('collection'),
    id,
    title: collectionTitle,
    description: collectionDescription.optional(),
    organization: id,
    parent: id.optional().describe('The collection it is in'),
    defaultLevel: nullableRole.describe('Effective default level; null for no default access'),
    defaultLevelFrom: defaultLevelFrom.optional(),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    updatedBy: user
      .optional()
      .describe('Who last changed its settings, without an email address; absent if it is not known'),
    urls: urlsOf(['location', 'app']),
    permissions: flags('view', 'admin', 'viewInviteLinks', 'create'),
    version,
  })
  .meta({ id: 'Collection' })
export type Collection = z.infer<typeof collection>

export const collections = resource('collections', {
  list: {
    id: 'listCollections',
    method: 'GET',
    path: '/orgs/:organizationId/collections',
    summary: 'List the collections of an organization that the caller can view.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      nested: z.boolean().default(true).describe('false leaves out collections inside others'),
    }),
    status: 200,
    response: listOf(collection),
  },
  create: {
    id: 'createCollection',
    method: 'POST',
    path: '/orgs/:organizationId/collections',
    summary: 'Create a collection at the end of its parent or of the library.',
    description:
      'Requires the create role in the collection given by `parent` or, without one, in the organization. The default title is “Untitled”.',
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({
      title: collectionTitle.optional(),
      parent: id.optional().describe('Collection to create it in'),
    }),
    bodyOptional: true,
    status: 201,
    response: collection,
  },
  get: {
    id: 'getCollection',
    method: 'GET',
    path: '/collections/:collectionId',
    summary: 'Get a collection.',
    permission: 'collection.view',
    params: collectionPath,
    status: 200,
    response: collection,
  },
  update: {
    id: 'updateCollection',
    method: 'PATCH',
    path: '/collections/:collectionId',
    summary: 'Update the title, description or default level of a collection. Omitted fields don’t change.',
    permission: 'collection.admin',
    params: collectionPath,
    body: z.object({
      title: collectionTitle.optional(),
      description: collectionDescription.optional(),
      defaultLevel: defaultLevelInput.optional(),
    }),
    status: 200,
    response: collection,
    versioned: true,
  },
  delete: {
    id: 'deleteCollection',
    method: 'DELETE',
    path: '/collections/:collectionId',
    summary: 'Delete a collection and the collections in it. Its spaces move to the trash.',
    permission: 'collection.admin',
    params: collectionPath,
    status: 205,
    versioned: true,
  },
  listSpaces: {
    id: 'listSpacesInCollection',
    method: 'GET',
    path: '/collections/:collectionId/spaces',
    summary: 'List the spaces directly in a collection, in order.',
    permission: 'collection.view',
    params: collectionPath,
    query: paging,
    status: 200,
    response: listOf(space),
  },
  move: {
    id: 'moveCollection',
    method: 'POST',
    path: '/collections/:collectionId/move',
    summary: 'Move a collection to another position or parent. Without a position, it moves to the end.',
    description: 'Returns 400 if the target is the collection itself or one inside it.',
    permission: 'collection.admin',
    params: collectionPath,
    body: libraryMove,
    bodyOptional: true,
    status: 200,
    response: collection,
    versioned: true,
  },
  transfer: {
    id: 'transferCollection',
    method: 'POST',
    path: '/collections/:collectionId/transfer',
    summary: 'Transfer a collection and its contents to another organization; 409 if it is already there.',
    permission: 'collection.admin',
    params: collectionPath,
    body: z.object({ organization: id }),
    status: 200,
    response: collection,
  },
})
