import { z } from 'zod'
import { collection } from './collections.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { id } from './shared/values.ts'
import { space } from './spaces.ts'

/** An item of the library: spaces and collections share one order. */
export const libraryItem = z.discriminatedUnion('object', [collection, space]).meta({ id: 'LibraryItem' })
export type LibraryItem = z.infer<typeof libraryItem>

export const library = resource('library', {
  list: {
    id: 'listLibrary',
    method: 'GET',
    path: '/orgs/:organizationId/library',
    summary: 'List the spaces and collections directly in a collection, or at the top level, in order.',
    description:
      'With `nested`, the list includes items at any depth, collection by collection, direct contents first. Items in a collection that the caller can’t see are listed at the top level.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      parent: id.optional().describe('Id of the collection; absent for the top level'),
      nested: z.boolean().default(false).describe('Whether to list items at any depth'),
    }),
    status: 200,
    response: listOf(libraryItem),
  },
  trash: {
    id: 'listTrash',
    method: 'GET',
    path: '/orgs/:organizationId/trash',
    summary: 'List the deleted spaces that the caller can restore, last deleted first.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(space),
  },
})
