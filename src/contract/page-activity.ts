import { z } from 'zod'
import { changeRequestReference } from './change-requests.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { spacePath } from './shared/paths.ts'
import { timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Who last edited a page, and which unfinished change requests change it. */
export const pageActivityOf = z
  .object({
    object: z.literal('page-activity'),
    editedAt: timestamp.optional(),
    editedBy: user.optional().describe('Absent for imports and for edits by the service'),
    changeRequests: z
      .array(changeRequestReference)
      .describe(
        'Draft and open requests that change the page, the most recently changed first; 20 requests are compared',
      ),
  })
  .meta({ id: 'PageActivity' })
export type PageActivity = z.infer<typeof pageActivityOf>

export const pageActivity = resource('pageActivity', {
  get: {
    id: 'getPageActivity',
    method: 'GET',
    path: '/spaces/:spaceId/content/page/:pageId/activity',
    summary: 'Tell who last edited a page, and which unfinished change requests change it.',
    permission: 'space.view',
    params: spacePath.extend({ pageId }),
    status: 200,
    response: pageActivityOf,
  },
})
