import { z } from 'zod'
import { changeRequestReference } from './change-request-values.ts'
import { pageConfirmation } from './page-freshness.ts'
import { movedFrom } from './page-moves.ts'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { MAX_CONFIRMATIONS } from './shared/limits.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'
import { timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Who last edited and confirmed a page, and which unfinished change requests change it. */
export const pageActivityOf = z
  .object({
    object: z.literal('page-activity'),
    editedAt: timestamp.optional(),
    editedBy: user.optional().describe('Absent for imports and for edits by the service'),
    changeRequests: z
      .array(changeRequestReference)
      .describe(
        'Draft and open change requests that change the page, most recently changed first. Up to 20 are compared',
      ),
    confirmations: z
      .array(pageConfirmation)
      .describe(`Who confirmed that the page is correct, newest first; up to ${MAX_CONFIRMATIONS}`),
    movedFrom: movedFrom.optional().describe('The space that it was in before, if the caller can see it'),
  })
  .meta({ id: 'PageActivity' })
export type PageActivity = z.infer<typeof pageActivityOf>

const requestPageActivity = pageActivityOf
  .omit({ changeRequests: true, confirmations: true, movedFrom: true })
  .meta({ id: 'ChangeRequestPageActivity' })

export const pageActivity = resource('pageActivity', {
  get: {
    id: 'getPageActivity',
    method: 'GET',
    path: '/spaces/:spaceId/content/page/:pageId/activity',
    summary:
      'Get who last edited a page, who confirmed it, and the draft and open change requests that change it.',
    permission: 'space.view',
    params: spacePath.extend({ pageId }),
    status: 200,
    response: pageActivityOf,
  },
  getInChangeRequest: {
    id: 'getChangeRequestPageActivity',
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/activity',
    summary: 'Get the person who last edited a page of a change request, there or in the space.',
    permission: 'space.view',
    params: changeRequestPath.extend({ pageId }),
    status: 200,
    response: requestPageActivity,
  },
})
