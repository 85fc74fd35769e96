import { z } from 'zod'
import { resource } from './route.ts'
import { spacePath } from './shared/paths.ts'
import { id, timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Seconds after which who was not heard of is gone. */
export const presenceLasts = 45

const place = z.object({
  doing: z.enum(['reading', 'editing']),
  page: id.optional(),
  changeRequest: id.optional().describe('Its number in the space; the page is then as the request has it'),
})

/** Somebody who is in a space now, once for each place. */
export const present = place
  .extend({ user: user.pick({ id: true, displayName: true, photoURL: true }), since: timestamp })
  .meta({ id: 'Present' })
export type Present = z.infer<typeof present>

const here = z.object({
  people: z.array(present).describe('Who came last first, the caller among them; 100 at most'),
})

const clientId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)

export const presence = resource('presence', {
  list: {
    id: 'listPresence',
    method: 'GET',
    path: '/spaces/:spaceId/presence',
    summary: 'Tell who is in a space now, and where.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: here,
  },
  beat: {
    id: 'putPresence',
    method: 'PUT',
    path: '/spaces/:spaceId/presence/:clientId',
    summary: 'Tell that the caller is here; answers who else is.',
    description: `To be said again within ${presenceLasts} seconds, or the caller counts as gone. \`clientId\` is a name of 8 to 64 letters and digits that each window of a browser makes for itself. Nothing of it is kept.`,
    permission: 'space.view',
    params: spacePath.extend({ clientId }),
    body: place,
    status: 200,
    response: here,
  },
  leave: {
    id: 'deletePresence',
    method: 'DELETE',
    path: '/spaces/:spaceId/presence/:clientId',
    summary: 'Tell that the caller has left.',
    permission: 'space.view',
    params: spacePath.extend({ clientId }),
    status: 204,
  },
})
