import { z } from 'zod'
import { bodyInput } from './documents.ts'
import { file, reusableContentTitle } from './files.ts'
import {
  contentReference,
  MAX_SPACE_VARIABLES,
  pageCover,
  pageLayout,
  pageMetaLinks,
  pageTags,
  pageVariables,
  variableChanges,
} from './pages.ts'
import { condition, emoji, iconName, id, uri, urlsOf } from './shared/values.ts'

/** Size limit of a file that is sent inside a change. */
export const MAX_INLINE_FILE_BYTES = 1_000_000

const ref = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[A-Za-z0-9._-]+$/, 'Use letters, digits, “.”, “_” and “-” only')
  .optional()
  .describe('Name within this call: text in the same call may link `./ref.md` (pages) and `./ref` (files)')

/** An empty string clears a link title, an emoji, an icon or a condition. */
const clearable = <T extends z.ZodType>(value: T) => z.union([value, z.literal('')]).optional()

/** These fields as forms send them: an empty value clears the field, and an empty slug is derived from the title. */
export const contentTitle = z.string().min(1)
export const pageSlug = z.string().max(100)
export const pageDescription = z.string().max(300)

const metadata = {
  title: contentTitle.optional(),
  slug: pageSlug.optional().describe('Generated from the title by default; 409 if a sibling has it'),
  linkTitle: clearable(z.string().min(1).max(100)).describe(
    'The title in the navigation, where it differs; 1 to 100 characters',
  ),
  emoji: clearable(emoji),
  icon: clearable(iconName),
  description: pageDescription.optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: clearable(condition).describe(
    'Can also read variables of the space and the page; 400 with the character where it can’t be parsed',
  ),
  layout: pageLayout
    .partial()
    .nullable()
    .optional()
    .describe('Only for documents; omitted fields have their defaults'),
  cover: pageCover
    .nullable()
    .optional()
    .describe('Only for documents: an image from the space or a URL; null removes it'),
  tags: pageTags.nullable().optional().describe('Only for documents; null or an empty list removes all'),
  variables: pageVariables.nullable().optional().describe('Only for documents; null removes all'),
  metaLinks: pageMetaLinks.nullable().optional().describe('Only for documents; null removes them'),
  target: contentReference.optional().describe('Only for links'),
  at: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Index among the siblings, starting at 0; at the end by default'),
}

const insertPage = z
  .object({
    operation: z.literal('insert_page'),
    type: z
      .enum(['document', 'group', 'link'])
      .default('document')
      .describe('Groups can only be at the top level'),
    document: bodyInput.optional().describe('Required for documents; `{}` for an empty one'),
    ...metadata,
    into: id.optional().describe('Parent page; the root by default'),
    ref,
  })
  .refine((change) => change.type !== 'document' || change.document !== undefined, {
    path: ['document'],
    message: 'Send the text of the page, or {} for an empty one',
  })
  .refine((change) => (change.type === 'link') === (change.target !== undefined), {
    path: ['target'],
    message: 'A link, and only a link, needs a target',
  })
  .refine((change) => change.type === 'document' || change.title !== undefined, {
    path: ['title'],
    message: 'Groups and links need a title',
  })

const updatePage = z.object({
  operation: z.literal('update_page'),
  page: id,
  document: bodyInput.optional(),
  ...metadata,
  into: id.nullable().optional().describe('Page to move it into; null for the root'),
})

const insertedFile = z
  .object({
    name: z.string().min(1).max(256),
    url: uri.optional().describe('Public address to fetch the file from'),
    base64: z
      .base64()
      .max(Math.ceil(MAX_INLINE_FILE_BYTES / 3) * 4)
      .optional()
      .describe('The file itself, up to 1 MB; requires `contentType`'),
    contentType: z.string().min(1).max(255).optional(),
    ref,
  })
  .refine((source) => (source.url === undefined) !== (source.base64 === undefined), {
    message: 'Send either url or base64',
  })
  .refine((source) => source.base64 === undefined || source.contentType !== undefined, {
    path: ['contentType'],
    message: 'A file in base64 needs its contentType',
  })

/** One operation of an edit. All operations apply in order, or none does. */
export const contentChange = z
  .discriminatedUnion('operation', [
    insertPage,
    updatePage,
    z.object({
      operation: z.literal('delete_page'),
      page: id.describe('Deleted together with all pages below it'),
    }),
    z.object({
      operation: z.literal('revert_page'),
      page: id,
      revision: id.optional().describe('Revision to restore the page from; the base by default'),
      block: z.array(z.string()).min(1).optional().describe('Keys of blocks; only these are reverted'),
    }),
    z.object({ operation: z.literal('insert_files'), files: z.array(insertedFile).min(1).max(20) }),
    z.object({
      operation: z.literal('update_file'),
      file: id,
      name: z.string().min(1).max(256).describe('Links to the file stay as they are'),
    }),
    z.object({ operation: z.literal('delete_file'), file: id.describe('Links to it break') }),
    z.object({
      operation: z.literal('revert_file'),
      file: id,
      revision: id.optional().describe('Revision to restore the file from; the base by default'),
    }),
    z.object({
      operation: z.literal('insert_reusable_content'),
      title: reusableContentTitle,
      document: bodyInput,
      ref,
    }),
    z.object({
      operation: z.literal('update_reusable_content'),
      reusableContent: id,
      title: reusableContentTitle.optional(),
      document: bodyInput.optional(),
    }),
    z.object({ operation: z.literal('delete_reusable_content'), reusableContent: id }),
    z.object({
      operation: z.literal('revert_reusable_content'),
      reusableContent: id,
      revision: id
        .optional()
        .describe('Revision to restore it from, also if it is deleted; the base by default'),
    }),
    z.object({
      operation: z.literal('update_variables'),
      variables: variableChanges.describe(
        `Variables of the space by name; null deletes one, and the others stay as they are. A space can have ${MAX_SPACE_VARIABLES}, with texts of up to 256 characters. Names start with a letter and have letters, digits and “_”`,
      ),
    }),
  ])
  .meta({ id: 'ContentChange' })
export type ContentChange = z.output<typeof contentChange>
export type ContentChangeInput = z.input<typeof contentChange>

/** Body of every edit: 1 to 50 operations. */
export const contentEdit = z.object({
  base: id
    .optional()
    .describe('Revision that the caller saw. Later changes by others are merged; conflicts return 409'),
  editingSession: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, 'Use 8 to 64 letters, digits, “_” and “-”')
    .optional()
    .describe(
      'A random id for saving as someone types. Saves with the same id that follow each other are one revision: the new one replaces the previous one, which is no longer listed but can still be read and used as `base` for at least 30 days. A new revision begins after someone else’s change, after 5 minutes without a save, after 30 minutes, and after a commit to a connected repository',
    ),
  endsSession: z
    .boolean()
    .optional()
    .describe(
      'Whether this is the last save of the `editingSession`, also if nothing changed since the save before: the next one with its id begins a new revision',
    ),
  changes: z.array(contentChange).min(1).max(50),
})

const pageReference = z.object({ object: z.literal('page'), id, urls: urlsOf(['location']) })
const reusableContentReference = z.object({ object: z.literal('reusable-content'), id })

/** What an edit did: one entry per page, in the order of their first change. */
export const appliedChange = z.discriminatedUnion('object', [
  z.object({ object: z.literal('created_page'), ref, page: pageReference }),
  z.object({ object: z.literal('updated_page'), page: pageReference }),
  z.object({ object: z.literal('deleted_page'), page: id }),
  z.object({ object: z.literal('created_reusable_content'), ref, reusableContent: reusableContentReference }),
  z.object({ object: z.literal('updated_reusable_content'), reusableContent: reusableContentReference }),
  z.object({ object: z.literal('deleted_reusable_content'), reusableContent: id }),
])
export type AppliedChange = z.infer<typeof appliedChange>

export const insertedFiles = z.array(z.object({ ref, file })).optional()
