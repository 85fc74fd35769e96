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
import { changeRequestPath, spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'
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

/** The source or target of a link, with whole objects. Pages are returned without their text. */
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

export const linkStatus = z.enum(['ok', 'broken', 'in-app']).describe('in-app: a URL of the dashboard')

/** The number of locations returned with each link. */
export const MAX_LINK_LOCATIONS = 50

export const link = z
  .object({
    status: linkStatus,
    missing: z
      .enum(['target', 'anchor'])
      .optional()
      .describe('For broken links: whether the target is missing, or only the heading in it'),
    relation: z
      .enum(['reference', 'dependsOn'])
      .describe('reference: a plain link; dependsOn: content is built from the target'),
    targetReference: location.optional().describe('Absent if the target is missing'),
    locationReferences: z
      .array(location)
      .describe(`The first ${MAX_LINK_LOCATIONS} pages that contain the link`),
    locationsTotal: z.number().int().optional().describe('Number of pages that contain the link'),
  })
  .meta({ id: 'Link' })
export type Link = z.infer<typeof link>

/** A list of links with totals over all pages of the list. */
export const linkList = listOf(link).extend({
  stats: z.object({
    total: z.number().int(),
    broken: z.object({
      total: z.number().int(),
      changeRequest: z.number().int().optional().describe('Broken by the change request itself'),
    }),
  }),
})

export const linkSuggestion = z
  .object({
    kind: z.enum(['page', 'file', 'anchor']),
    id: id.describe('Id of the page or file'),
    title: z.string(),
    path: z.string().optional(),
    href: z.string().describe('Replacement for the URL of the link'),
    reason: z
      .enum(['moved', 'same-name', 'similar-name'])
      .describe('moved: it used to have that path; same-name: it has that name, but another path'),
  })
  .meta({ id: 'LinkSuggestion' })
export type LinkSuggestion = z.infer<typeof linkSuggestion>

export const pageLink = z
  .object({
    index: z
      .number()
      .int()
      .optional()
      .describe('Position among the links of the text; absent for links in fields'),
    url: z.string().describe('As stored'),
    text: z.string(),
    usage: z
      .enum(['link', 'image', 'file', 'embed'])
      .describe(
        'How the page uses the URL: image and file show or offer a file, so only files can replace it',
      ),
    status: linkStatus,
    missing: z
      .enum(['target', 'anchor'])
      .optional()
      .describe('For broken links: whether the target is missing, or only the heading in it'),
    title: z.string().optional().describe('Title of the target page'),
    removable: z.boolean().describe('Whether the link can be removed without its text'),
    suggestions: z.array(linkSuggestion).optional().describe('For broken links: likely targets'),
  })
  .meta({ id: 'PageLink' })
export type PageLink = z.infer<typeof pageLink>

/** Links grouped by page, in the order of the text. */
export const linksByPage = listOf(
  z.object({
    page: z.object({ id, title: z.string(), path: z.string(), emoji: z.string().optional() }),
    links: z.array(pageLink),
  }),
)
export type LinksByPage = z.infer<typeof linksByPage>

/** A page that other pages of its space link to. */
export const linkedPage = z.object({
  page: z.object({ id }),
  linkedFrom: z.number().int().describe('Number of other pages of the space with a link to it in their text'),
})

export const spaceLinks = resource('spaceLinks', {
  list: {
    id: 'listSpaceLinks',
    method: 'GET',
    path: '/spaces/:spaceId/links',
    summary: 'List the links of a space with their status.',
    permission: 'space.view',
    params: spacePath,
    query: paging.extend({ status: linkStatus.optional() }),
    status: 200,
    response: linkList,
  },
  listByPage: {
    id: 'listSpaceLinkOccurrences',
    method: 'GET',
    path: '/spaces/:spaceId/links/pages',
    summary: 'List the pages of a space with their links, and likely targets of broken ones.',
    permission: 'space.view',
    params: spacePath,
    query: paging.extend({ status: linkStatus.optional() }),
    status: 200,
    response: linksByPage,
  },
})

export const changeRequestLinks = resource('changeRequestLinks', {
  list: {
    id: 'listChangeRequestLinks',
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/links',
    summary: 'List the links of a space as they would be after a merge.',
    description:
      'With `brokenContext`, only broken links are listed: `change-request` for those that the change request breaks or adds, `space` for those that are already broken.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging.extend({
      status: linkStatus.optional(),
      brokenContext: z.enum(['change-request', 'space']).optional(),
    }),
    status: 200,
    response: linkList,
  },
  listByPage: {
    id: 'listChangeRequestLinkOccurrences',
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/links/pages',
    summary: 'List pages with their links as they would be after a merge.',
    permission: 'space.view',
    params: changeRequestPath,
    query: paging.extend({
      status: linkStatus.optional(),
      brokenContext: z.enum(['change-request', 'space']).optional(),
    }),
    status: 200,
    response: linksByPage,
  },
})
