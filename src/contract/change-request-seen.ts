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
      .describe('What the request held when the caller last looked; absent before the first time'),
    seenAt: timestamp.optional(),
    pages: z.array(id).describe('Changed pages that were looked at, and say the same since'),
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
    summary: 'Tell what the caller has looked at of a change request.',
    permission: 'space.view',
    params: changeRequestPath,
    status: 200,
    response: changeRequestSeen,
  },
  note: {
    id: 'noteChangeRequestSeen',
    method: 'PUT',
    path: base,
    summary: 'Note what the caller has looked at of a change request; only what is given changes.',
    description:
      'A page that is noted as looked at counts until the request changes it. At most 5,000 pages are kept, the ones noted last.',
    permission: 'space.view',
    params: changeRequestPath,
    body: z.object({
      revision: id.optional().describe('What the request held when the caller looked'),
      addedPages: pages.optional(),
      removedPages: pages.optional(),
    }),
    status: 200,
    response: changeRequestSeen,
  },
})
