import { z } from 'zod'
import { resource } from './route.ts'
import { id, nullableRole, timestamp } from './shared/values.ts'
import { displayName, user } from './users.ts'

/** Who is signed in, and where they may go. */
export const session = z.object({
  object: z.literal('session'),
  user,
  organizations: z.array(
    z.object({
      id,
      title: z.string(),
      role: nullableRole.describe('Role in the organization, null for a guest'),
      logo: z.string().optional(),
    }),
  ),
  expiresAt: timestamp,
})
export type Session = z.infer<typeof session>

const email = z.email().max(254)
const link = z
  .string()
  .min(16)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+$/)
  .describe('The secret part of a one-time link')
const newPassword = z.string().min(12).max(1024).describe('At least 12 characters')

const setUpState = z.object({
  needed: z.boolean().describe('True while the service has no account'),
  link: z
    .object({
      valid: z.boolean().describe('False when it is unknown, used or out of date'),
      purpose: z.enum(['set-up', 'password']).optional(),
      email: z.string().optional(),
      displayName: z.string().optional(),
    })
    .optional()
    .describe('About the given link'),
})
export type SetUpState = z.infer<typeof setUpState>

/** What only the dashboard needs; cookies are set and cleared by these. */
export const sessions = resource('sessions', {
  current: {
    id: 'getSession',
    method: 'GET',
    path: '/session',
    door: 'auth',
    summary: 'Tell who is signed in; 401 when nobody is.',
    permission: 'user',
    status: 200,
    response: session,
  },
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/sign-in',
    door: 'auth',
    summary: 'Sign in by e-mail address and password; 401 when they do not match, 429 after too many trials.',
    permission: 'anyone',
    body: z.object({ email, password: z.string().min(1).max(1024) }),
    status: 200,
    response: session,
  },
  signOut: {
    id: 'signOut',
    method: 'POST',
    path: '/sign-out',
    door: 'auth',
    summary: 'Sign out and forget the session.',
    permission: 'user',
    status: 204,
  },
  setUpState: {
    id: 'getSetUpState',
    method: 'GET',
    path: '/set-up',
    door: 'auth',
    summary: 'Tell whether the service waits for its first account, and whether a one-time link is valid.',
    permission: 'anyone',
    query: z.object({ link: link.optional() }),
    status: 200,
    response: setUpState,
  },
  setUp: {
    id: 'setUp',
    method: 'POST',
    path: '/set-up',
    door: 'auth',
    summary: 'Make the first account and its organization through the one-time link, and sign in.',
    permission: 'anyone',
    body: z.object({
      link,
      displayName,
      email,
      password: newPassword,
      organization: z.string().trim().min(2).max(255).describe('Title of the first organization'),
    }),
    status: 200,
    response: session,
  },
  redeem: {
    id: 'redeemOneTimeLink',
    method: 'POST',
    path: '/one-time/:link',
    door: 'auth',
    summary: 'Set a password through a one-time link, and sign in; 404 when the link is used or out of date.',
    permission: 'anyone',
    params: z.object({ link }),
    body: z.object({ password: newPassword }),
    status: 200,
    response: session,
  },
})
