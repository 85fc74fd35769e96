import { z } from 'zod'
import { resource } from './route.ts'
import { id, uri, urlsOf } from './shared/values.ts'

export const displayName = z.string().trim().min(1).max(64)

export const user = z
  .object({
    object: z.literal('user'),
    id,
    displayName: z.string(),
    email: z.string().optional(),
    photoURL: z.string().optional(),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

const userPath = z.object({ userId: id })

export const users = resource('users', {
  current: {
    id: 'getCurrentUser',
    method: 'GET',
    path: '/user',
    summary: 'Get the caller.',
    permission: 'user',
    status: 200,
    response: user,
  },
  get: {
    id: 'getUser',
    method: 'GET',
    path: '/users/:userId',
    summary: 'Get a user who shares an organization with the caller; 404 for anyone else.',
    permission: 'user',
    params: userPath,
    status: 200,
    response: user,
  },
  update: {
    id: 'updateUser',
    method: 'PATCH',
    path: '/users/:userId',
    summary: 'Update the name or picture of the caller.',
    permission: 'self',
    params: userPath,
    body: z.object({ displayName: displayName.optional(), photoURL: uri.nullable().optional() }),
    status: 200,
    response: user,
  },
})
