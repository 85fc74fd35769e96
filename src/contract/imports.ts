import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { id, timestamp, uri, urlsOf } from './shared/values.ts'
import { user } from './users.ts'

export const importStatus = z.enum(['pending', 'in-progress', 'completed', 'failed', 'cancelled'])
export type ImportStatus = z.infer<typeof importStatus>

/** What an import made, and what it left out. */
export const importReport = z
  .object({
    pages: z.number().int(),
    files: z.number().int(),
    linksResolved: z.number().int().describe('Links turned into links to pages or files of the space'),
    linksBroken: z.number().int().describe('Links within the source whose target is not there'),
    brokenLinks: z
      .array(z.object({ source: z.string().describe('Address or path of the page'), url: z.string() }))
      .describe('At most 100 of them'),
    bytes: z.number().int().describe('Read from the source'),
    milliseconds: z.number().int(),
    skipped: z
      .array(z.object({ source: z.string().describe('Address or path'), reason: z.string() }))
      .describe('At most 100 of what was left out'),
    skippedTotal: z.number().int(),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.infer<typeof importReport>

export const importRun = z
  .object({
    object: z.literal('import-run'),
    id,
    status: importStatus,
    source: z.discriminatedUnion('type', [
      z.object({ type: z.literal('website'), url: z.string() }),
      z.object({ type: z.literal('file'), files: z.array(z.string()).describe('At most 100 names') }),
    ]),
    target: z.object({ space: id, changeRequest: id.optional(), page: id.optional() }),
    progress: z.object({
      phase: z
        .enum(['reading', 'files', 'adding'])
        .optional()
        .describe('While it runs: reading the source, taking in its files, adding the pages to the space'),
      imported: z.number().int().describe('Resources done'),
      total: z.number().int().describe('Resources known so far'),
    }),
    createdAt: timestamp,
    createdBy: user.optional(),
    startedAt: timestamp.optional(),
    completedAt: timestamp.optional(),
    reason: z.string().optional().describe('Why it failed, for people'),
    revision: id.optional().describe('The revision it made'),
    report: importReport.optional(),
    urls: urlsOf(['location', 'app']),
  })
  .meta({ id: 'ImportRun' })
export type ImportRun = z.infer<typeof importRun>

/** Body of an import by address. */
export const importSource = z.object({
  url: uri.describe('Where to begin; only pages of the same origin below its path are taken'),
  source: z.enum(['website']),
})

/** Answer of an import that is done. */
export const imported = z.object({
  revision: id.describe('The revision it made'),
  importedResources: z.number().int(),
  totalResources: z.number().int().describe('Those left out counted in'),
  importRun: id.optional(),
  report: importReport.optional(),
  urls: urlsOf(['location']).optional().describe('Address of the import run'),
})

/** One file of an upload, read as it arrives. `path` is relative, with `/` between folders. */
export type UploadedFile = {
  readonly path: string
  readonly contentType: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A form as the browser sends it; the server receives its files one after the other. */
export const upload = z.unknown().meta({
  type: 'object',
  properties: {
    files: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', format: 'binary' },
      description: 'One zip, or Markdown files and pictures; the file name of each part is its relative path',
    },
  },
  required: ['files'],
}) as z.ZodType as z.ZodType<AsyncIterable<UploadedFile>, FormData>

const runPath = organizationPath.extend({ importRunId: id })

export const imports = resource('imports', {
  list: {
    id: 'listImports',
    method: 'GET',
    path: '/orgs/:organizationId/imports',
    summary: 'List the imports into spaces that the caller may edit, the newest first.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      space: id.optional(),
      status: z
        .enum([...importStatus.options, 'active'])
        .optional()
        .describe('active: pending or in progress'),
    }),
    status: 200,
    response: listOf(importRun),
  },
  get: {
    id: 'getImport',
    method: 'GET',
    path: '/orgs/:organizationId/imports/:importRunId',
    summary: 'Get an import with its progress or its report.',
    permission: 'organization.member',
    params: runPath,
    status: 200,
    response: importRun,
  },
  cancel: {
    id: 'cancelImport',
    method: 'POST',
    path: '/orgs/:organizationId/imports/:importRunId/cancel',
    summary: 'Stop an import, which leaves the space as it was; 409 when it is over.',
    permission: 'organization.member',
    params: runPath,
    status: 200,
    response: importRun,
  },
})
