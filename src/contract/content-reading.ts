import { z } from 'zod'
import { bodyFormat } from './documents.ts'
import { file, reusableContent } from './files.ts'
import { contentReference, documentPage, groupPage, page, pageId, spaceTag, spaceVariables } from './pages.ts'
import { revision } from './revision.ts'
import { MAX_REUSABLE_CONTENT_IDS } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { id } from './shared/values.ts'

/** Query of every operation that reads content. */
export const readQuery = z.object({
  metadata: z.boolean().default(true).describe('false omits mutable git metadata'),
  computed: z.boolean().default(true).describe('false skips computing content'),
})

/** Query of the lists of reusable content. */
const reusableContentQuery = paging.extend({
  search: z.string().max(256).optional().describe('Part of the title or text'),
  sort: z.enum(['createdAt', 'title', 'updatedAt']).default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  ids: z
    .array(id)
    .max(MAX_REUSABLE_CONTENT_IDS)
    .optional()
    .describe('Only these, with their Markdown; IDs of missing content are ignored'),
})

export const contentVariables = z.object({
  revision: id.describe('The revision that has them; the `base` of an edit'),
  variables: spaceVariables,
  tags: z.array(spaceTag),
})

const metaLinks = z
  .object({ canonical: contentReference.optional(), alternates: z.array(contentReference).optional() })
  .meta({ id: 'PageMetaLinks' })

/**
 * The operations that read content, the same for spaces, change requests and revisions.
 * `of` becomes part of the operation ids; a GET of `base` returns the whole revision.
 */
export const contentReadRoutes = <Of extends string, Base extends string, S extends z.ZodRawShape>(at: {
  of: Of
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    get: {
      id: `get${at.of}Content`,
      method: 'GET',
      path: at.base,
      summary: 'Get all content: the page tree, files and reusable content.',
      permission: 'space.view',
      params: at.params,
      query: readQuery,
      status: 200,
      response: revision,
    },
    pages: {
      id: `list${at.of}Pages`,
      method: 'GET',
      path: `${at.base}/pages`,
      summary: 'Get the page tree without the text of the pages.',
      permission: 'space.view',
      params: at.params,
      query: readQuery,
      status: 200,
      response: z.object({ pages: z.array(page) }),
    },
    page: {
      id: `get${at.of}Page`,
      method: 'GET',
      path: `${at.base}/page/:pageId`,
      summary: 'Get a page with its text, by default in both formats.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, pageId }),
      query: readQuery.extend({ format: bodyFormat }),
      status: 200,
      response: page,
    },
    pageByPath: {
      id: `get${at.of}PageByPath`,
      method: 'GET',
      path: `${at.base}/path/*pagePath`,
      summary: 'Get a document or group by its path. Slashes can be encoded or not.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, pagePath: z.string().min(1).max(2048) }),
      query: readQuery.extend({ format: bodyFormat }),
      status: 200,
      response: z.discriminatedUnion('type', [documentPage, groupPage]),
    },
    metaLinks: {
      id: `list${at.of}PageMetaLinks`,
      method: 'GET',
      path: `${at.base}/page/:pageId/meta-links`,
      summary: 'Get the canonical and alternate links that a page declares for search engines.',
      description:
        'Only the links that the page sets itself, such as those of imported front matter; published sites add theirs automatically.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, pageId }),
      status: 200,
      response: metaLinks,
    },
    files: {
      id: `list${at.of}Files`,
      method: 'GET',
      path: `${at.base}/files`,
      summary: 'List the files.',
      permission: 'space.view',
      params: at.params,
      query: paging.extend(readQuery.shape),
      status: 200,
      response: listOf(file),
    },
    file: {
      id: `get${at.of}File`,
      method: 'GET',
      path: `${at.base}/files/:fileId`,
      summary: 'Get a file.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, fileId: id }),
      query: readQuery,
      status: 200,
      response: file,
    },
    variables: {
      id: `get${at.of}Variables`,
      method: 'GET',
      path: `${at.base}/variables`,
      summary: 'Get the variables and tags.',
      description:
        'Expressions on pages show variables as `space.vars.name`. To change them, edit the content with the operation `update_variables`. Visitors of a site with adaptive content get none.',
      permission: 'space.view',
      params: at.params,
      status: 200,
      response: contentVariables,
    },
    reusableContents: {
      id: `list${at.of}ReusableContents`,
      method: 'GET',
      path: `${at.base}/reusable-contents`,
      summary: 'List the reusable content, oldest first by default.',
      permission: 'space.view',
      params: at.params,
      query: reusableContentQuery,
      status: 200,
      response: listOf(reusableContent),
    },
    reusableContent: {
      id: `get${at.of}ReusableContent`,
      method: 'GET',
      path: `${at.base}/reusable-contents/:reusableContentId`,
      summary: 'Get reusable content.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, reusableContentId: id }),
      query: readQuery,
      status: 200,
      response: reusableContent,
    },
  }) as const
