import { z } from 'zod'
import { resource } from './route.ts'
import { changeRequestPath } from './shared/paths.ts'
import { id, timestamp } from './shared/values.ts'

/** What the caller has viewed of a change request. Only the caller can see it. */
export const changeRequestSeen = z
  .object({
    object: z.literal('change-request-seen'),
    revision: id
      .optional()
      .describe('Content of the change request when the caller last viewed it; absent if they never have'),
    seenAt: timestamp.optional(),
    pages: z.array(id).describe('Changed pages that the caller has viewed in their current version'),
  })
  .meta({ id: 'ChangeRequestSeen' })
export type ChangeRequestSeen = z.infer<typeof changeRequestSeen>

const base = '/spaces/:spaceId/change-requests/:changeRequestId/seen'
const pages = z.array(id).max(1000)

export const changeRequestsSeen = resource('changeRequestsSeen', {
  get: {
    id: 'getChangeRequestSeen',
    method: 'GET',
    path: base,
    summary: 'Get what the caller has viewed of a change request.',
    permission: 'space.view',
    params: changeRequestPath,
    status: 200,
    response: changeRequestSeen,
  },
  mark: {
    id: 'markChangeRequestSeen',
    method: 'PUT',
    path: base,
    summary: 'Mark what the caller has viewed of a change request; only the fields in the body change.',
    description:
      'A page stays marked until the change request changes it. Only the 5,000 most recently marked pages are stored.',
    permission: 'space.view',
    params: changeRequestPath,
    body: z.object({
      revision: id.optional().describe('Content that the caller viewed'),
      addedPages: pages.optional(),
      viewedRevision: id
        .optional()
        .describe(
          'Content in which `addedPages` were viewed; pages changed since are not marked. Default: the latest',
        ),
      removedPages: pages.optional(),
    }),
    status: 200,
    response: changeRequestSeen,
  },
})
