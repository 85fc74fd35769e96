import { z } from 'zod'
import { gitSource, importRun, importStatus } from './imports.ts'
import { resource } from './route.ts'
import { MAX_UPLOAD_BODY_BYTES } from './shared/limits.ts'
import { organizationPath } from './shared/paths.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { uploadBody } from './uploads.ts'
import { user } from './users.ts'

export const siteImportStatus = z
  .enum([...importStatus.options, 'planned'])
  .describe('planned: the source was read, and the import waits to be started')

/** A space that the import creates. */
const plannedSpace = z.object({
  title: z.string(),
  path: z.string().describe('Path of the site space'),
  directory: z.string().describe('Folder of its pages in the source; empty for all of it'),
  language: z.string().optional().describe('BCP 47'),
  default: z.boolean(),
  space: id.optional().describe('Once it is created'),
  import: id.optional().describe('The import into this space, with its progress and its report'),
  status: importStatus.optional().describe('Of the import into this space'),
  pages: z.number().int().optional().describe('Pages added, once its import is done'),
  reason: z.string().optional().describe('Why its import failed'),
})

const plannedSection = z.object({
  type: z.literal('section'),
  title: z.string(),
  path: z.string(),
  icon: z.string().optional(),
  description: z.string().optional(),
  default: z.boolean(),
  spaces: z.array(plannedSpace),
})

const plannedItem = z.discriminatedUnion('type', [
  plannedSection,
  z.object({
    type: z.literal('group'),
    title: z.string(),
    icon: z.string().optional(),
    sections: z.array(plannedSection),
  }),
])

export const siteImport = z
  .object({
    object: z.literal('site-import'),
    id,
    status: siteImportStatus,
    source: importRun.shape.source,
    plan: z
      .object({
        title: z.string().describe('Title of the site'),
        items: z.array(plannedItem).describe('Sections and section groups in their order'),
        spaces: z.array(plannedSpace).describe('Spaces of a site without sections'),
        conditional: z
          .boolean()
          .describe(
            'Some content has a condition. It is hidden on the site until someone decides who sees it, which publishing asks',
          ),
        skipped: z
          .array(z.object({ source: z.string(), reason: z.string() }))
          .describe('Entries of the source that are left out'),
      })
      .optional()
      .describe('What the import creates, once the source was read'),
    site: id.optional().describe('Once it is created'),
    reason: z.string().optional().describe('Why it failed, for people'),
    createdAt: timestamp,
    createdBy: user.optional(),
    completedAt: timestamp.optional(),
    urls: urlsOf(['location'], ['app']),
  })
  .meta({ id: 'SiteImport' })
export type SiteImport = z.infer<typeof siteImport>

const onePath = organizationPath.extend({ siteImportId: id })
const base = '/orgs/:organizationId/site-imports'

const previewFlag = z
  .boolean()
  .optional()
  .describe('true: only read the source; `startSiteImport` then creates everything')

export const siteImports = resource('siteImports', {
  create: {
    id: 'createSiteImport',
    method: 'POST',
    path: base,
    summary:
      'Import a Git repository or an uploaded zip with several spaces as a site. Runs in the background.',
    description:
      'A `docs.yaml` describes the site: sections, section groups, variants and their languages. Without it, each folder with a `SUMMARY.md` becomes a section. Fails with a reason if the repository contains a single space. The site isn’t published.',
    permission: 'organization.create',
    params: organizationPath,
    body: z.object({
      source: z.discriminatedUnion('type', [
        z.object({ type: z.literal('git'), ...gitSource.shape }),
        z.object({ type: z.literal('upload'), upload: id }),
      ]),
      preview: previewFlag,
    }),
    status: 201,
    response: siteImport,
  },
  upload: {
    id: 'uploadSiteImport',
    method: 'POST',
    path: `${base}/upload`,
    summary: 'Import a zip or a folder with several spaces as a site. Runs in the background.',
    description: 'Like `createSiteImport`, with the files as multipart/form-data.',
    permission: 'organization.create',
    params: organizationPath,
    query: z.object({ preview: previewFlag }),
    body: uploadBody,
    bodyType: 'multipart/form-data',
    bodyLimit: MAX_UPLOAD_BODY_BYTES,
    status: 201,
    response: siteImport,
  },
  get: {
    id: 'getSiteImport',
    method: 'GET',
    path: `${base}/:siteImportId`,
    summary: 'Get an import of a site with its plan and the state of each space.',
    permission: 'organization.create',
    params: onePath,
    status: 200,
    response: siteImport,
  },
  start: {
    id: 'startSiteImport',
    method: 'POST',
    path: `${base}/:siteImportId/start`,
    summary: 'Start a planned import of a site; 409 unless its status is `planned`.',
    permission: 'organization.create',
    params: onePath,
    status: 200,
    response: siteImport,
  },
  cancel: {
    id: 'cancelSiteImport',
    method: 'POST',
    path: `${base}/:siteImportId/cancel`,
    summary: 'Cancel an import of a site; 409 if it has ended. Spaces that are imported already stay.',
    permission: 'organization.create',
    params: onePath,
    status: 200,
    response: siteImport,
  },
})
