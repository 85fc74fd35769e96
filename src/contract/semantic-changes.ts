import { z } from 'zod'
import { pageCover, pageLayout } from './pages.ts'
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

const sides = <T extends z.ZodType>(value: T) =>
  z.object({ before: value.optional(), after: value.optional() }).optional()

const pageAttributes = z.object({
  title: sides(z.string()),
  description: sides(z.string()),
  slug: sides(z.string()),
  document: sides(id),
  emoji: sides(z.string()),
  icon: sides(z.string()),
  linkTitle: sides(z.string()),
  hidden: sides(z.boolean()),
  noIndex: sides(z.boolean()),
  noRobotsIndex: sides(z.boolean()),
  condition: sides(z.string()),
  cover: sides(pageCover),
  layout: sides(pageLayout),
  variables: sides(z.record(z.string(), z.unknown())),
  target: sides(z.unknown()),
})

/** One change between two revisions, said in terms of pages and files. */
export const semanticChange = z
  .discriminatedUnion('type', [
    z.object({ type: z.enum(['page_created', 'page_deleted']), page: changedPage }),
    z.object({ type: z.literal('page_edited'), page: changedPage, attributes: pageAttributes }),
    z.object({
      type: z.literal('page_moved'),
      page: changedPage,
      parent: sides(changedPage).describe(
        'A side is absent at the root; both are equal where only the order changed',
      ),
    }),
    z.object({ type: z.enum(['file_created', 'file_edited', 'file_deleted']), file: changedFile }),
    z.object({
      type: z.enum(['reusable_content_created', 'reusable_content_edited', 'reusable_content_deleted']),
      reusableContent: changedReusableContent,
    }),
    z.object({ type: z.enum(['variables_edited', 'custom_fields_edited']) }),
  ])
  .meta({ id: 'SemanticChange' })
export type SemanticChange = z.infer<typeof semanticChange>

export const semanticChanges = z.object({
  changes: z.array(semanticChange),
  more: z.number().int().optional().describe('How many changes were left out'),
})
