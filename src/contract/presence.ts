import { z } from 'zod'
import { resource } from './route.ts'
import { spacePath } from './shared/paths.ts'
import { id, timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Users without a heartbeat for this long count as gone. */
export const PRESENCE_TTL_SECONDS = 45

const presenceActivity = z.object({
  activity: z.enum(['reading', 'editing']),
  page: id.optional(),
  changeRequest: id.optional().describe('Its number in the space. The page is the change request’s version'),
})

/** A user who is in a space now; listed once per page or change request. */
export const presentUser = presenceActivity
  .extend({ user: user.pick({ id: true, displayName: true, photoURL: true }), since: timestamp })
  .meta({ id: 'PresentUser' })
export type PresentUser = z.infer<typeof presentUser>

const presentUsers = z.object({
  people: z.array(presentUser).describe('Up to 100, latest first, including the caller'),
})

const clientId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'Use 8 to 64 letters, digits, “_” and “-”')

export const presence = resource('presence', {
  list: {
    id: 'listPresence',
    method: 'GET',
    path: '/spaces/:spaceId/presence',
    summary: 'List the people in a space right now, and the page each is on.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: presentUsers,
  },
  put: {
    id: 'putPresence',
    method: 'PUT',
    path: '/spaces/:spaceId/presence/:clientId',
    summary: 'Report that the caller is in a space; returns everyone there.',
    description: `Repeat it within ${PRESENCE_TTL_SECONDS} seconds, or the caller counts as gone. Each browser window generates its own \`clientId\` of 8 to 64 letters, digits, \`_\` and \`-\`. Presence has no history.`,
    permission: 'space.view',
    params: spacePath.extend({ clientId }),
    body: presenceActivity,
    status: 200,
    response: presentUsers,
  },
  delete: {
    id: 'deletePresence',
    method: 'DELETE',
    path: '/spaces/:spaceId/presence/:clientId',
    summary: 'Report that the caller has left.',
    permission: 'space.view',
    params: spacePath.extend({ clientId }),
    status: 204,
  },
})
