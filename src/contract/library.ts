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
    summary:
      'List what stands directly in a collection or at the top: spaces and collections in their order.',
    description:
      'With `nested` everything below is listed too, shelf by shelf, what stands directly there first. What the caller may see though not the collection around it stands at the top.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      parent: id.optional().describe('Collection; absent for the top'),
      nested: z.boolean().default(false).describe('true lists all that stands below, at any depth'),
    }),
    status: 200,
    response: listOf(libraryItem),
  },
  trash: {
    id: 'listTrash',
    method: 'GET',
    path: '/orgs/:organizationId/trash',
    summary: 'List the deleted spaces that the caller may restore, the last deleted first.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(space),
  },
})
