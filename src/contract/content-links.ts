import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { collection } from './collections.ts'
import { file, reusableContent } from './files.ts'
import { openapiSpec } from './openapi-specs.ts'
import { organization } from './organizations.ts'
import { page } from './pages.ts'
import { revision } from './revision.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { spacePath } from './shared/paths.ts'
import { space } from './spaces.ts'
import { user } from './users.ts'

const versionContext = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('revision'),
    revision: revision.partial({ pages: true, files: true, reusableContents: true }),
  }),
  z.object({ type: z.literal('changeRequest'), changeRequest }),
])
const inSpace = { organization, space, versionContext: versionContext.optional() }

/** Where a link starts or ends, with whole objects. Pages come without their text. */
export const location = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), ...inSpace, file }),
    z.object({
      kind: z.literal('page'),
      ...inSpace,
      page,
      internalLocation: z
        .discriminatedUnion('type', [
          z.object({ type: z.literal('anchor'), anchor: z.string() }),
          z.object({ type: z.literal('node'), node: z.string() }),
        ])
        .optional(),
    }),
    z.object({ kind: z.literal('reusable-content'), ...inSpace, reusableContent }),
    z.object({ kind: z.literal('space'), organization, space }),
    z.object({ kind: z.literal('collection'), organization, collection }),
    z.object({ kind: z.literal('openapi'), organization, openAPISpec: openapiSpec }),
    z.object({ kind: z.literal('user'), user }),
    z.object({ kind: z.literal('url'), url: z.string() }),
  ])
  .meta({ id: 'Location' })
export type Location = z.infer<typeof location>

export const linkStatus = z
  .enum(['ok', 'broken', 'in-app'])
  .describe('in-app: an address that leads into the dashboard')

export const link = z
  .object({
    status: linkStatus,
    relation: z
      .enum(['reference', 'dependsOn'])
      .describe('reference: a plain link; dependsOn: content is built from the target'),
    targetReference: location.optional().describe('Absent when the target is gone'),
    locationReferences: z.array(location).describe('Where the link stands'),
  })
  .meta({ id: 'Link' })
export type Link = z.infer<typeof link>

/** A list of links with counts over all pages of the list. */
export const linkList = listOf(link).extend({
  stats: z.object({
    total: z.number().int(),
    broken: z.object({
      total: z.number().int(),
      changeRequest: z.number().int().optional().describe('Broken by the change request itself'),
    }),
  }),
})

export const spaceLinks = resource('spaceLinks', {
  list: {
    id: 'listSpaceLinks',
    method: 'GET',
    path: '/spaces/:spaceId/links',
    summary: 'List the links of a space with their state.',
    permission: 'space.view',
    params: spacePath,
    query: paging.extend({ status: linkStatus.optional() }),
    status: 200,
    response: linkList,
  },
})
