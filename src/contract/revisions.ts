import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { contentReadRoutes } from './content-reading.ts'
import { structuredDocument } from './documents.ts'
import { pageConfirmation } from './page-freshness.ts'
import { pageId } from './pages.ts'
import { revision } from './revision.ts'
import { resource } from './route.ts'
import { semanticChanges } from './semantic-changes.ts'
import { MAX_CONFIRMATIONS, MAX_SUMMARY_NAMES } from './shared/limits.ts'
import { DEFAULT_PAGE_SIZE, listOf, paging } from './shared/paging.ts'
import { revisionPath, spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const base = '/spaces/:spaceId/revisions/:revisionId'

const documentQuery = z.object({
  evaluated: z
    .enum(['true', 'false', 'deterministic-only'])
    .default('false')
    .describe(
      'Accepted for compatibility. Tokens of a published site always get the text that the visitor can see; all other callers get the text with its conditions.',
    ),
})

const revisionSummary = z.array(
  z.object({
    object: z.enum(['page', 'file', 'reusable-content', 'variable', 'tag']),
    action: z.enum(['created', 'edited', 'moved', 'deleted']),
    count: z.number().int(),
    names: z.array(z.string()).describe(`Their titles or names, up to ${MAX_SUMMARY_NAMES}`),
  }),
)
export type RevisionSummary = z.infer<typeof revisionSummary>

/** A revision in a list, with the pages that people confirmed until the next one. */
const listedRevision = revision.omit({ pages: true, files: true, reusableContents: true }).extend({
  summary: revisionSummary
    .optional()
    .describe('What the revision changed in the previous one; only with `summary=true`'),
  confirmations: z
    .object({
      count: z.number().int(),
      items: z.array(pageConfirmation.extend({ page: z.object({ id: pageId, title: z.string() }) })),
    })
    .optional()
    .describe(
      `Pages of the space that someone confirmed to be correct after this revision and before the next, newest first, up to ${MAX_CONFIRMATIONS}; absent for none`,
    ),
})

export const revisions = resource('revisions', {
  list: {
    id: 'listRevisions',
    method: 'GET',
    path: '/spaces/:spaceId/revisions',
    summary: 'List the revisions of a space without their pages and files, newest first.',
    permission: 'space.view',
    params: spacePath,
    query: paging.extend({
      summary: z
        .boolean()
        .default(false)
        .describe(
          `true includes what each revision changed, and returns up to ${DEFAULT_PAGE_SIZE} at a time`,
        ),
    }),
    status: 200,
    response: listOf(listedRevision),
  },
  ...contentReadRoutes({ of: 'Revision', base, params: revisionPath }),
  pageDocument: {
    id: 'getRevisionPageDocument',
    method: 'GET',
    path: `${base}/page/:pageId/document`,
    summary: 'Get the text of a page in a revision as a structured document.',
    permission: 'space.view',
    params: revisionPath.extend({ pageId }),
    query: documentQuery.extend({
      dereferenced: z
        .enum(['true', 'false', 'reusable-contents'])
        .default('false')
        .describe('true, reusable-contents: replaces reusable content with its blocks'),
    }),
    status: 200,
    response: structuredDocument,
  },
  changes: {
    id: 'listRevisionChanges',
    method: 'GET',
    path: `${base}/changes`,
    summary: 'Compare a revision with the previous one or any other.',
    permission: 'space.view',
    params: revisionPath,
    query: z.object({
      limit: z
        .number()
        .int()
        .min(0)
        .max(1000)
        .default(10)
        .describe('Number of changes to return, 10 by default'),
      metadata: z.boolean().default(true),
      against: id.optional().describe('Revision to compare with; the first parent by default'),
    }),
    status: 200,
    response: semanticChanges.extend({ mergedFrom: changeRequest.optional() }),
  },
  rollBack: {
    id: 'rollBackSpace',
    method: 'POST',
    path: `${base}/rollback`,
    summary: 'Roll back a space to an earlier revision. Creates a revision of the type rollback.',
    description:
      'Returns 412 if the space is locked, 409 `conflict` if it has changed since `base`, and 409 `no_change` if the content is already the same.',
    permission: 'space.edit',
    params: revisionPath,
    body: z.object({ base: id.optional().describe('The active revision the caller saw') }),
    bodyOptional: true,
    status: 200,
    response: revision,
  },
  reusableContentDocument: {
    id: 'getRevisionReusableContentDocument',
    method: 'GET',
    path: `${base}/reusable-contents/:reusableContentId/document`,
    summary: 'Get the structured document of reusable content in a revision.',
    permission: 'space.view',
    params: revisionPath.extend({ reusableContentId: id }),
    query: documentQuery,
    status: 200,
    response: structuredDocument,
  },
})
