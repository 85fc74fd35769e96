import { z } from 'zod'
import { pageId } from './pages.ts'
import { spacePath } from './shared/paths.ts'
import { emoji, id, timestamp } from './shared/values.ts'

/** How many pages move to another space at a time. */
export const MAX_MOVED_PAGES = 1000

const spaceReference = z.object({ id, title: z.string(), emoji: emoji.optional() })

/** A position in the page tree. */
const position = z.object({
  into: id.nullable().describe('Parent page; null for the top level'),
  at: z.number().int().min(0).describe('Index among its siblings, starting at 0'),
})

export const pageMove = z
  .object({
    object: z.literal('page-move'),
    page: z.object({
      id: pageId.describe('The same as before, unless the target has another page with this ID'),
      title: z.string(),
      path: z.string().optional(),
    }),
    pages: z.number().int().describe('How many pages moved: the page and its subpages'),
    space: spaceReference.describe('The space that it is in now'),
    revision: id.describe('The active revision of that space'),
    previous: position
      .extend({
        space: id,
        page: pageId,
        revision: id.describe('The active revision of the space that it left'),
      })
      .describe('Where the page was. Move it back there to undo the move'),
  })
  .meta({ id: 'PageMove' })
export type PageMove = z.infer<typeof pageMove>

const count = z.number().int().min(0)

export const pageMovePreview = z
  .object({
    object: z.literal('page-move-preview'),
    pages: count.describe('The page and its subpages'),
    files: count.describe('Files that the pages use. They are copied'),
    reusableContents: count.describe('Reusable content that the pages include. It is copied'),
    linkingPages: count.describe('Pages that stay and link to the pages. Their links go to the other space'),
    linkedPages: count.describe(
      'Pages that stay and that the pages link to. These links go back to this space',
    ),
    comments: count.describe('Comments on the pages'),
    openChangeRequests: z
      .array(z.object({ number: z.number().int(), subject: z.string() }))
      .describe('Draft and open change requests of this space that change the pages. Up to 20 are compared'),
    missingVariables: z
      .array(z.string())
      .describe('Variables of the space that the pages show and the other space doesn’t have'),
    sites: z
      .array(z.object({ id, title: z.string() }))
      .describe('Sites that show this space but not the other one, so that readers lose the pages there'),
  })
  .meta({ id: 'PageMovePreview' })
export type PageMovePreview = z.infer<typeof pageMovePreview>

/** Where a page was before, as far as the caller can see it. */
export const movedFrom = z.object({
  space: spaceReference,
  page: pageId.describe('Its ID there'),
  at: timestamp.describe('When it left'),
})

const path = '/spaces/:spaceId/content/page/:pageId/move-to-space'
const params = spacePath.extend({ pageId })
const target = id.describe('A space of the same organization that the caller can edit')

/** Moving a page with its subpages to another space. */
export const pageMoveRoutes = {
  previewPageMove: {
    id: 'previewPageMove',
    method: 'GET',
    path,
    summary: 'Preview what moving a page with its subpages to another space would change.',
    permission: 'space.edit',
    params,
    query: z.object({ space: target }),
    status: 200,
    response: pageMovePreview,
  },
  movePageToSpace: {
    id: 'movePageToSpace',
    method: 'POST',
    path,
    summary: 'Move a page with its subpages to another space. Creates one revision in each of the two.',
    description: `Page IDs, texts, comments, follows, owners and review dates move along, files and reusable content are copied, and links keep working. Moves up to ${MAX_MOVED_PAGES} pages; more return 409. Returns 403 without the Edit role in the other space, 412 if one of the spaces is locked, and 409 if pages were added, deleted or moved here since \`base\`.`,
    permission: 'space.edit',
    params,
    body: z.object({
      space: target,
      into: id.nullable().optional().describe('Parent page there; the top level by default'),
      at: z.number().int().min(0).optional().describe('Index among the siblings; at the end by default'),
      base: id.optional().describe('The revision of this space that the caller saw'),
    }),
    status: 200,
    response: pageMove,
  },
} as const
