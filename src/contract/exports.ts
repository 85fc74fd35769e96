import { z } from 'zod'
import { resource } from './route.ts'
import { collectionPath, organizationPath, spacePath } from './shared/paths.ts'
import { address, id } from './shared/values.ts'

/** A file that is streamed while it is being created. */
const archive = z
  .unknown()
  .describe('A zip archive')
  .meta({ type: 'string', format: 'binary' }) as z.ZodType as z.ZodType<AsyncIterable<Uint8Array>>

/** Which pages of a space or change request the PDF contains. */
export const pdfQuery = z.object({
  only: z.boolean().default(false).describe('Only this page, without the pages below it'),
  page: id.optional().describe('The first page; the pages below it follow'),
})

/** A temporary URL that renders the PDF when it is requested. */
export const pdfLink = z.object({
  url: address.describe(
    'Returns the PDF to anyone with the URL for 15 minutes. The first request takes a while',
  ),
})

const markdownDescription = 'Markdown files with a `SUMMARY.md` for their order, ready to be imported again.'

export const exports = resource('exports', {
  space: {
    id: 'exportSpace',
    method: 'GET',
    path: '/spaces/:spaceId/export',
    summary: 'Get the content of a space as a zip of Markdown files.',
    description: markdownDescription,
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: archive,
    responseType: 'application/zip',
  },
  collection: {
    id: 'exportCollection',
    method: 'GET',
    path: '/collections/:collectionId/export',
    summary: 'Get all spaces of a collection that the caller can see as a zip, one folder per space.',
    description: `Nested collections are folders. In the folder of a space: ${markdownDescription}`,
    permission: 'collection.view',
    params: collectionPath,
    status: 200,
    response: archive,
    responseType: 'application/zip',
  },
  organization: {
    id: 'exportOrganization',
    method: 'GET',
    path: '/orgs/:organizationId/export',
    summary: 'Get all spaces of an organization that the caller can see as a zip, one folder per space.',
    description: `Collections are folders. In the folder of a space: ${markdownDescription}`,
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: archive,
    responseType: 'application/zip',
  },
  spacePdf: {
    id: 'getSpacePdf',
    method: 'GET',
    path: '/spaces/:spaceId/pdf',
    summary: 'Get a URL that renders a space, or one page of it, as a PDF.',
    description: 'Returns 412 if the service has no Chromium. Its operator can set `LECTERN_CHROMIUM`.',
    permission: 'space.view',
    params: spacePath,
    query: pdfQuery,
    status: 200,
    response: pdfLink,
  },
})
