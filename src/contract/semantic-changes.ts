import { z } from 'zod'
import { pageCover, pageLayout, pageMetaLinks, pageTags, spaceTag } from './pages.ts'
import { id } from './shared/values.ts'

const changedPage = z.object({
  id,
  type: z.enum(['document', 'group', 'link', 'computed']),
  title: z.string(),
  path: z.string().optional(),
})
const changedFile = z.object({
  id,
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
})
const changedReusableContent = z.object({ id, title: z.string(), document: id.optional() })

const beforeAndAfter = <T extends z.ZodType>(value: T) =>
  z.object({ before: value.optional(), after: value.optional() }).optional()

const pageAttributes = z.object({
  title: beforeAndAfter(z.string()),
  description: beforeAndAfter(z.string()),
  slug: beforeAndAfter(z.string()),
  document: beforeAndAfter(id),
  emoji: beforeAndAfter(z.string()),
  icon: beforeAndAfter(z.string()),
  linkTitle: beforeAndAfter(z.string()),
  hidden: beforeAndAfter(z.boolean()),
  noIndex: beforeAndAfter(z.boolean()),
  noRobotsIndex: beforeAndAfter(z.boolean()),
  condition: beforeAndAfter(z.string()),
  cover: beforeAndAfter(pageCover),
  layout: beforeAndAfter(pageLayout),
  tags: beforeAndAfter(pageTags),
  variables: beforeAndAfter(z.record(z.string(), z.unknown())),
  metaLinks: beforeAndAfter(pageMetaLinks),
  frontMatter: beforeAndAfter(z.record(z.string(), z.unknown())).describe(
    'Fields of imported front matter that have no effect and are kept for exports',
  ),
  target: beforeAndAfter(z.unknown()),
})

/** One change between two revisions, in terms of pages and files. */
export const semanticChange = z
  .discriminatedUnion('type', [
    z.object({ type: z.enum(['page_created', 'page_deleted']), page: changedPage }),
    z.object({ type: z.literal('page_edited'), page: changedPage, attributes: pageAttributes }),
    z.object({
      type: z.literal('page_moved'),
      page: changedPage,
      parent: beforeAndAfter(changedPage).describe(
        'Absent at the root; both are equal if only the order changed',
      ),
    }),
    z.object({ type: z.enum(['file_created', 'file_edited', 'file_deleted']), file: changedFile }),
    z.object({
      type: z.enum(['reusable_content_created', 'reusable_content_edited', 'reusable_content_deleted']),
      reusableContent: changedReusableContent,
    }),
    z.object({
      type: z.literal('variables_edited'),
      variables: z
        .array(z.string())
        .describe('The names of the variables that were added, changed or deleted'),
    }),
    z.object({ type: z.enum(['tag_created', 'tag_edited', 'tag_deleted']), tag: spaceTag }),
    z.object({ type: z.literal('custom_fields_edited') }),
  ])
  .meta({ id: 'SemanticChange' })
export type SemanticChange = z.infer<typeof semanticChange>

export const semanticChanges = z.object({
  changes: z.array(semanticChange),
  more: z.number().int().optional().describe('Number of changes that aren’t listed'),
})
