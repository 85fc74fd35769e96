import { z } from 'zod'
import { structuredDocument } from './documents.ts'
import { emoji, iconName, id, linkUrl, timestamp, urlsOf } from './shared/values.ts'

/** Id of a page; the service creates ids of 20 letters and digits. */
export const pageId = id

export const gitPath = z.object({ oid: z.string(), path: z.string() })
const urlReference = z.object({ kind: z.literal('url'), url: linkUrl })
const fileReference = z.object({ kind: z.literal('file'), file: id, space: id.optional() })

/** The target of a link or header entry. Fields contain plain ids. */
export const contentReference = z
  .discriminatedUnion('kind', [
    urlReference,
    fileReference,
    z.object({ kind: z.literal('page'), page: id, space: id.optional() }),
    z.object({ kind: z.literal('anchor'), anchor: z.string(), page: id.optional(), space: id.optional() }),
    z.object({ kind: z.literal('space'), space: id }),
    z.object({ kind: z.literal('collection'), collection: id }),
    z.object({ kind: z.literal('user'), user: id }),
    z.object({ kind: z.literal('reusable-content'), reusableContent: id, space: id.optional() }),
    z.object({ kind: z.literal('tag'), tag: z.string(), space: id.optional() }),
    z.object({ kind: z.literal('openapi'), spec: z.string() }),
  ])
  .meta({ id: 'ContentReference' })
export type ContentReference = z.infer<typeof contentReference>

export const pageLayout = z.object({
  width: z.enum(['default', 'wide']),
  cover: z.boolean(),
  coverSize: z
    .enum(['hero', 'full', 'background'])
    .describe('`hero` is above the title, `full` is as wide as the window, `background` is behind the page'),
  coverMask: z.enum(['none', 'radial']).describe('How the edges of a background cover fade'),
  title: z.boolean(),
  description: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
  tags: z.boolean(),
  actions: z.boolean().describe('The menu next to the title'),
  anchors: z.boolean(),
})
export type PageLayout = z.infer<typeof pageLayout>

export const pageCover = z.object({
  ref: z.discriminatedUnion('kind', [fileReference, urlReference]).optional(),
  refDark: z.discriminatedUnion('kind', [fileReference, urlReference]).optional(),
  yPos: z.number().min(-10_000).max(10_000).describe('Vertical offset of the image in pixels'),
  height: z
    .number()
    .int()
    .min(10)
    .max(700)
    .optional()
    .describe('Height in pixels, 10 to 700; 240 by default'),
})

/** How many tags and variables a page can have. */
const MAX_PAGE_ITEMS = 50

export const pageTag = z.object({
  tag: z.object({ kind: z.literal('tag'), tag: z.string().min(1).max(100), space: id.optional() }),
  primary: z.boolean().optional().describe('Shown next to the title in the navigation of clients that do so'),
})
export const pageTags = z.array(pageTag).max(MAX_PAGE_ITEMS).describe(`At most ${MAX_PAGE_ITEMS} tags`)
export type PageTag = z.infer<typeof pageTag>

/** A new variable's name as expressions write it: `space.vars.latest_version`. */
export const variableName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Start with a letter, and use letters, digits and “_” only')
export const variableValue = z.union([z.string().max(256), z.number(), z.boolean()])

/** How many variables a space can have. */
export const MAX_SPACE_VARIABLES = 200

export const spaceVariables = z
  .record(z.string().min(1).max(100), variableValue)
  .describe(
    `Values by name, which expressions show as \`space.vars.name\`; at most ${MAX_SPACE_VARIABLES}, texts of up to 256 characters`,
  )

/** What an update of variables says: null deletes one, and the others stay as they are. */
export const variableChanges = z
  .record(z.string().min(1).max(100), variableValue.nullable())
  .superRefine((variables, context) => {
    for (const [name, value] of Object.entries(variables)) {
      const message = value === null ? undefined : variableName.safeParse(name).error?.issues[0]?.message
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
    }
  })

export const spaceTag = z.object({
  slug: z.string().min(1).max(100).describe('As pages and updates name it'),
  label: z.string().min(1).max(100).describe('As readers see it'),
  color: z.string().max(30).optional().describe('Such as `blue` or `$primary`'),
  emoji: emoji.optional(),
  icon: iconName.optional(),
})

/** How many tags a space can have. */
export const MAX_SPACE_TAGS = 200

export const pageVariables = z
  .record(z.string().min(1).max(100), variableValue)
  .refine((variables) => Object.keys(variables).length <= MAX_PAGE_ITEMS, 'Use 50 variables or fewer')
  .describe(`Values of the page by name, at most ${MAX_PAGE_ITEMS}; texts of up to 256 characters`)

export const pageMetaLinks = z.object({
  canonical: urlReference.optional().describe('The URL that search engines show instead of this page'),
  alternates: z.array(urlReference).max(MAX_PAGE_ITEMS).optional(),
})

const computed = z.object({
  type: z.string(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  props: z.record(z.string(), z.unknown()),
})

const common = {
  id: pageId,
  title: z.string(),
  linkTitle: z.string().optional().describe('The title in the navigation, where it differs'),
  emoji: emoji.optional(),
  icon: iconName.optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
}
const addressFields = {
  slug: z.string().max(100),
  path: z.string().describe('Slugs from the root down, joined by `/`'),
  hidden: z.boolean().optional().describe('Hidden from the navigation; false by default'),
  noIndex: z.boolean().optional().describe('Hidden from the search of the space and the site'),
  noRobotsIndex: z.boolean().optional().describe('Whether search engines are asked not to index the page'),
}

const document = z.object({
  ...common,
  type: z.literal('document'),
  ...addressFields,
  description: z.string().optional(),
  documentId: id.optional().describe('Absent for an empty page'),
  tags: pageTags.optional(),
  layout: pageLayout,
  cover: pageCover.optional(),
  variables: pageVariables.optional(),
  metaLinks: pageMetaLinks.optional(),
  computed: computed.optional(),
  computedSeed: z.string().optional(),
  git: gitPath.optional(),
  markdown: z.string().optional().describe('Only if the page is requested individually'),
  document: structuredDocument.optional().describe('Only if the page is requested individually'),
  urls: urlsOf(['app']),
})
const group = z.object({ ...common, type: z.literal('group'), ...addressFields })

export const linkPage = z.object({
  ...common,
  type: z.literal('link'),
  hidden: z.boolean().optional(),
  target: contentReference,
  href: z.string().optional().describe('The target as an address, when it can be resolved'),
})
export const computedPage = z.object({
  ...common,
  type: z.literal('computed'),
  computed,
  computedSeed: z.string().optional(),
})

export type DocumentPage = z.infer<typeof document> & { pages: Page[] }
export type GroupPage = z.infer<typeof group> & { pages: Page[] }
export type LinkPage = z.infer<typeof linkPage>
export type ComputedPage = z.infer<typeof computedPage>
/** A page of the table of contents. Documents and groups contain pages; groups exist only at the root. */
export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage

const pages: z.ZodType<Page[], Page[]> = z.lazy(() => z.array(page)).meta({ id: 'Pages' })

export const documentPage = document.extend({ pages }).meta({ id: 'DocumentPage' })
export const groupPage = group.extend({ pages }).meta({ id: 'GroupPage' })
export const page: z.ZodType<Page, Page> = z
  .discriminatedUnion('type', [documentPage, groupPage, linkPage, computedPage])
  .meta({ id: 'Page' })
