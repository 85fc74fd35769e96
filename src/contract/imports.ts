import { z } from 'zod'
import { gitSync } from './git-sync.ts'
import { importItem, importReport } from './import-results.ts'
import { type Routes, resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, spacePath } from './shared/paths.ts'
import { id, timestamp, uri, urlsOf } from './shared/values.ts'
import { user } from './users.ts'

export const importStatus = z.enum(['pending', 'in-progress', 'completed', 'failed', 'cancelled'])
export type ImportStatus = z.infer<typeof importStatus>

/** A branch or tag: `main`, `refs/heads/main`, `v1.2`. */
export const gitRef = z
  .string()
  .min(1)
  .max(250)
  .regex(/^(?![-/])(?!.*(?:\.\.|@\{|\/\/))[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u, 'Use the name of a branch or tag')

export const gitDirectory = z
  .string()
  .max(500)
  .regex(
    /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\\\p{Cc}]*$/u,
    'Use a path within the repository, such as “docs”',
  )

/** A git repository that is read over HTTPS. */
export const gitSource = z.object({
  url: uri.describe('Address of the repository, as for `git clone`; can contain `user:password@`'),
  ref: gitRef.optional().describe('Branch or tag; the default branch if absent'),
  directory: gitDirectory.optional().describe('Folder of the repository to import; all of it if absent'),
  username: z.string().max(200).optional(),
  password: z
    .string()
    .max(1000)
    .optional()
    .describe('Password or access token; stored encrypted until the import ends, never returned'),
})
export type GitSource = z.infer<typeof gitSource>

/** How the source is converted. */
export const importOptions = z.object({
  splitHeadings: z
    .boolean()
    .optional()
    .describe('Create a page for every heading 1 of a Word file, below a page for the file'),
})
export type ImportOptions = z.infer<typeof importOptions>

export const importRun = z
  .object({
    object: z.literal('import-run'),
    id,
    status: importStatus,
    source: z.discriminatedUnion('type', [
      z.object({ type: z.literal('website'), url: z.string() }),
      z.object({
        type: z.literal('file'),
        files: z.array(z.string()).describe('At most 100 names'),
        filesTotal: z.number().int().describe('Number of files, with those whose names are left out'),
      }),
      z.object({
        type: z.literal('git'),
        url: z.string().describe('Without user and password'),
        ref: z.string().optional(),
        directory: z.string().optional(),
        commit: z.string().optional().describe('The commit that was read'),
        message: z.string().optional().describe('Message of that commit, up to 2,000 characters'),
        withCredentials: z.boolean().describe('Whether it has a user or a password'),
      }),
    ]),
    target: z.object({
      space: id,
      changeRequest: id.optional().describe('The change request with the pages'),
      page: id.optional().describe('The page that they are below'),
      asChangeRequest: z.boolean().optional().describe('true: the import creates a change request for them'),
    }),
    options: importOptions,
    progress: z.object({
      phase: z
        .enum(['fetching', 'reading', 'files', 'adding'])
        .optional()
        .describe(
          'While it runs: fetching a repository, reading the source, importing its files, adding the pages',
        ),
      imported: z.number().int().describe('Resources done'),
      total: z.number().int().describe('Resources known so far'),
    }),
    createdAt: timestamp,
    createdBy: user.optional(),
    startedAt: timestamp.optional(),
    completedAt: timestamp.optional(),
    reason: z.string().optional().describe('Why it failed, human-readable'),
    revision: id.optional().describe('The revision that it created'),
    report: importReport.optional(),
    urls: urlsOf(['location', 'app']),
  })
  .meta({ id: 'ImportRun' })
export type ImportRun = z.infer<typeof importRun>

/** Body of an import from a URL that runs within the request. */
export const importSource = z.object({
  url: uri.describe(
    'Address of the file, or of the page where the import of a website starts. Only pages below it are imported',
  ),
  source: z
    .enum(['website', 'markdown', 'html', 'zip', 'docx'])
    .describe('website: a page and those below it; otherwise one file of this kind, up to 50 MB'),
})

/** The target of an import. */
export const importTarget = z.object({
  space: id,
  changeRequest: id.optional().describe('Change request to add the pages to'),
  page: id.optional().describe('Parent page; the end of the top level by default'),
  asChangeRequest: z
    .object({ subject: z.string().max(100).default('') })
    .optional()
    .describe('Create a change request with them when the import is done'),
})

/** Body of an import that runs as a background job. */
export const importRequest = z.object({
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('website'), url: importSource.shape.url }),
    z.object({ type: z.literal('git'), ...gitSource.shape }),
    z.object({
      type: z.literal('upload'),
      upload: id.describe('Upload whose parts have arrived, see `createImportUpload`'),
      splitHeadings: importOptions.shape.splitHeadings,
    }),
  ]),
  target: importTarget,
})

/** Query of an upload. */
export const uploadOptions = z.object({
  below: id.optional().describe('Parent page'),
  splitHeadings: importOptions.shape.splitHeadings,
})

/** Body of a repository import as git synchronization services send it. */
export const gitImport = z.object({
  url: gitSource.shape.url,
  ref: gitRef.describe('`refs/heads/main`, or the name of a branch or tag'),
  repoProjectDirectory: gitDirectory.optional(),
})

/** Response of a completed import. */
export const importResult = z.object({
  revision: id.describe('The revision that it created'),
  importedResources: z.number().int(),
  totalResources: z.number().int().describe('Including those that were skipped'),
  importRun: id.optional(),
  report: importReport.optional(),
  urls: urlsOf(['location']).optional().describe('Address of the import run'),
})

const runPath = organizationPath.extend({ importRunId: id })

const runFilters = paging.extend({
  space: id.optional(),
  status: z
    .enum([...importStatus.options, 'active'])
    .optional()
    .describe('active: pending or in progress'),
})

/** The runs of an organization. */
const runs = {
  list: {
    id: 'listImports',
    method: 'GET',
    path: '/orgs/:organizationId/imports',
    summary: 'List the imports into spaces that the caller can edit, newest first.',
    permission: 'organization.member',
    params: organizationPath,
    query: runFilters,
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
  start: {
    id: 'startImport',
    method: 'POST',
    path: '/orgs/:organizationId/imports',
    summary:
      'Import a website, a Git repository or an uploaded zip. Runs in the background and returns the import.',
    description:
      'Requires the edit role in the space. Existing content is never replaced. To import files, use `uploadIntoSpace`, or `createImportUpload` for a large zip.',
    permission: 'organization.member',
    params: organizationPath,
    body: importRequest,
    status: 201,
    response: importRun,
  },
  cancel: {
    id: 'cancelImport',
    method: 'POST',
    path: '/orgs/:organizationId/imports/:importRunId/cancel',
    summary: 'Cancel an import. The space doesn’t change. Returns 409 if the import has ended.',
    permission: 'organization.member',
    params: runPath,
    status: 200,
    response: importRun,
  },
} as const satisfies Routes

export const imports = resource('imports', {
  ...runs,
  // The published client has these at another address.
  listByClient: { ...runs.list, id: 'listImportRuns', path: '/org/:organizationId/imports' },
  startByClient: { ...runs.start, id: 'startImportRun', path: '/org/:organizationId/imports' },
  getByClient: { ...runs.get, id: 'getImportRun', path: '/org/:organizationId/imports/:importRunId' },
  cancelByClient: {
    ...runs.cancel,
    id: 'cancelImportRun',
    path: '/org/:organizationId/imports/:importRunId/cancel',
  },
  items: {
    id: 'listImportItems',
    method: 'GET',
    path: '/orgs/:organizationId/imports/:importRunId/items',
    summary: 'List the result for each item of the source after the import is done.',
    permission: 'organization.member',
    params: runPath,
    query: paging.extend({
      outcome: z
        .enum([...importItem.shape.outcome.options, 'warning'])
        .optional()
        .describe('warning: imported incompletely'),
    }),
    status: 200,
    response: listOf(importItem),
  },
  fromGit: {
    id: 'importGitRepository',
    method: 'POST',
    path: '/spaces/:spaceId/git/import',
    summary: 'Import a Git repository into a space. Responds right away; the import runs in the background.',
    description:
      'Adds the pages of the repository and replaces nothing. The import appears in the list of imports. `startImport` does the same and returns it.',
    permission: 'space.edit',
    params: spacePath,
    body: gitImport,
    status: 204,
  },
  gitInfo: {
    id: 'getSpaceGitInfo',
    method: 'GET',
    path: '/spaces/:spaceId/git/info',
    summary: 'Get the Git repository that a space was last imported from; 404 if there is none.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: gitSync,
  },
})
