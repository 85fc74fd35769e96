import { z } from 'zod'
import { resource } from './route.ts'
import {
  challengeToken,
  passkeyAssertion,
  passkeyOptions,
  passkeyRequest,
  secondFactorMethod,
  secondStep,
} from './second-factor.ts'
import { setUpState } from './set-up-state.ts'
import { listOf, paging } from './shared/paging.ts'
import { id, nullableRole, role, timestamp } from './shared/values.ts'
import { signedInBrowser, signInEvent } from './sign-ins.ts'
import { displayName, user } from './users.ts'

/** The signed-in user and their organizations. */
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
  account: z
    .object({
      emailVerified: z.boolean().describe('The user has followed a link sent to the address'),
      hasPassword: z.boolean(),
      secondFactor: z.boolean().describe('True with a passkey or an authenticator app'),
      operator: z.boolean().describe('Whether they are an operator, who can see the System page'),
    })
    .optional()
    .describe('Account details, visible to the owner only'),
})
export type Session = z.infer<typeof session>

/** The first factor was right, and a second one is needed. Valid for 5 minutes and 5 attempts. */
export const signInChallenge = z.object({
  object: z.literal('sign-in-challenge'),
  token: z.string().describe('Send it back with the second factor'),
  methods: z.array(secondFactorMethod),
  passkeyOptions: passkeyOptions.optional().describe('To use a passkey, if there is one'),
  expiresAt: timestamp,
})
export type SignInChallenge = z.infer<typeof signInChallenge>

/** The response to a first factor. */
const signInResult = z.discriminatedUnion('object', [session, signInChallenge])
export type SignInResult = z.infer<typeof signInResult>

/** What people see of an invite link before they join. */
export const invitation = z.object({
  organization: z.object({ id, title: z.string(), logo: z.string().optional() }),
  to: z.object({ type: z.enum(['organization', 'space', 'collection']), title: z.string() }),
  role,
})
export type Invitation = z.infer<typeof invitation>

const email = z.email().max(254)
const link = z
  .string()
  .min(16)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+$/, 'Copy the whole link')
  .describe('The secret part of a one-time link')
const newPassword = z.string().min(12).max(1024).describe('At least 12 characters')

/** Operations that only the dashboard needs. They set and clear the session cookie. */
export const sessions = resource('sessions', {
  current: {
    id: 'getSession',
    method: 'GET',
    path: '/session',
    surface: 'dashboard',
    summary: 'Get the signed-in user; 401 if no one is signed in.',
    permission: 'user',
    status: 200,
    response: session,
  },
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/sign-in',
    surface: 'dashboard',
    summary: 'Sign in with email address and password; 401 if they don’t match, 429 after too many attempts.',
    permission: 'anyone',
    description: 'Returns a challenge instead of a session if the account has a second factor.',
    body: z.object({ email, password: z.string().min(1).max(1024) }),
    status: 200,
    response: signInResult,
  },
  completeSignIn: {
    id: 'completeSignIn',
    method: 'POST',
    path: '/sign-in/second-factor',
    surface: 'dashboard',
    summary: 'Complete a sign-in with the second factor.',
    description:
      'Returns 400 if it doesn’t match, 401 if the challenge has expired or failed 5 times, and 429 after too many attempts.',
    permission: 'anyone',
    body: secondStep,
    bodyLimit: 65_536,
    status: 200,
    response: session,
  },
  startPasskeySignIn: {
    id: 'startPasskeySignIn',
    method: 'POST',
    path: '/sign-in/passkey/options',
    surface: 'dashboard',
    summary: 'Get the options to sign in with a passkey alone.',
    permission: 'anyone',
    status: 200,
    response: passkeyRequest,
    secret: true,
  },
  signInByPasskey: {
    id: 'signInByPasskey',
    method: 'POST',
    path: '/sign-in/passkey',
    surface: 'dashboard',
    summary: 'Sign in with a passkey alone; 401 if it is unknown or its response isn’t valid.',
    permission: 'anyone',
    body: z.object({ token: challengeToken, passkey: passkeyAssertion }),
    bodyLimit: 65_536,
    status: 200,
    response: session,
  },
  signOut: {
    id: 'signOut',
    method: 'POST',
    path: '/sign-out',
    surface: 'dashboard',
    summary: 'Sign out and end the session.',
    permission: 'user',
    status: 204,
  },
  setUpState: {
    id: 'getSetUpState',
    method: 'GET',
    path: '/set-up',
    surface: 'dashboard',
    summary: 'Get whether the service still needs its first account, and whether a one-time link is valid.',
    permission: 'anyone',
    query: z.object({ link: link.optional() }),
    status: 200,
    response: setUpState,
  },
  setUp: {
    id: 'setUp',
    method: 'POST',
    path: '/set-up',
    surface: 'dashboard',
    summary: 'Create the first account and its organization through the one-time link, and sign in.',
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
    surface: 'dashboard',
    summary: 'Set a password through a one-time link, and sign in; 404 if the link is used or expired.',
    permission: 'anyone',
    params: z.object({ link }),
    body: z.object({ password: newPassword }),
    status: 200,
    response: signInResult,
  },
  listBrowsers: {
    id: 'listBrowsers',
    method: 'GET',
    path: '/sessions',
    surface: 'dashboard',
    summary: 'List the browsers the caller is signed in with, last used first.',
    permission: 'account',
    query: paging,
    status: 200,
    response: listOf(signedInBrowser),
  },
  signOutBrowser: {
    id: 'signOutBrowser',
    method: 'DELETE',
    path: '/sessions/:sessionId',
    surface: 'dashboard',
    summary: 'Sign one of the caller’s browsers out.',
    permission: 'account',
    params: z.object({ sessionId: id }),
    status: 204,
  },
  signOutOthers: {
    id: 'signOutOthers',
    method: 'DELETE',
    path: '/sessions',
    surface: 'dashboard',
    summary: 'Sign out all other browsers of the caller.',
    permission: 'account',
    status: 204,
  },
  listEvents: {
    id: 'listSignInEvents',
    method: 'GET',
    path: '/sign-in-events',
    surface: 'dashboard',
    summary: 'List the caller’s sign-ins and failed attempts of the last 90 days, latest first.',
    description: 'Returns up to 100 sign-ins and 100 failed attempts.',
    permission: 'account',
    query: paging,
    status: 200,
    response: listOf(signInEvent),
  },
  changePassword: {
    id: 'changePassword',
    method: 'POST',
    path: '/password',
    surface: 'dashboard',
    summary: 'Change the caller’s password, and sign out all other browsers.',
    description: 'Returns 400 if the current password doesn’t match, and 429 after too many attempts.',
    permission: 'user',
    body: z.object({
      current: z.string().max(1024).optional().describe('The current password; required if there is one'),
      password: newPassword,
    }),
    status: 204,
  },
  forgotPassword: {
    id: 'forgotPassword',
    method: 'POST',
    path: '/forgot-password',
    surface: 'dashboard',
    summary: 'Email a link to choose a new password. The response doesn’t reveal whether the account exists.',
    permission: 'anyone',
    body: z.object({ email }),
    status: 204,
  },
  requestEmailVerification: {
    id: 'requestEmailVerification',
    method: 'POST',
    path: '/verify-email',
    surface: 'dashboard',
    summary: 'Email the caller a link that verifies their address.',
    permission: 'user',
    status: 204,
  },
  verifyEmail: {
    id: 'verifyEmail',
    method: 'POST',
    path: '/verify-email/:link',
    surface: 'dashboard',
    summary:
      'Verify an email address with the link sent to it, which answers the same when opened again; 404 if it has expired.',
    permission: 'anyone',
    params: z.object({ link }),
    status: 204,
  },
  getInvitation: {
    id: 'getInvitation',
    method: 'GET',
    path: '/invitations/:organizationId/:inviteId',
    surface: 'dashboard',
    summary: 'Get what an invite link gives access to; 404 if it was revoked or invite links are turned off.',
    permission: 'anyone',
    params: z.object({ organizationId: id, inviteId: id }),
    status: 200,
    response: invitation,
  },
  signUp: {
    id: 'signUp',
    method: 'POST',
    path: '/sign-up',
    surface: 'dashboard',
    summary:
      'Create an account through an invite link, join with it, and sign in; 409 if the address already has an account.',
    permission: 'anyone',
    body: z.object({ organizationId: id, inviteId: id, displayName, email, password: newPassword }),
    status: 200,
    response: session,
  },
})
