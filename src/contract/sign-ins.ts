import { z } from 'zod'
import { secondFactorMethod } from './second-factor.ts'
import { id, timestamp } from './shared/values.ts'

/** How a person signed in: what they proved first, before any second factor. */
export const signInMethod = z.enum(['password', 'one-time-link', 'passkey', 'saml', 'oidc'])
export type SignInMethod = z.infer<typeof signInMethod>

export const signInOutcomes = ['signed-in', 'wrong-password', 'wrong-second-factor'] as const

/** An attempt to sign in to an account, successful or not. */
export const signInEvent = z.object({
  object: z.literal('sign-in-event'),
  id,
  createdAt: timestamp,
  outcome: z.enum(signInOutcomes),
  method: signInMethod,
  secondFactor: secondFactorMethod.optional().describe('The second factor that was used'),
  provider: z.string().optional().describe('Name of the single sign-on provider'),
  userAgent: z.string().optional(),
  ip: z.string().optional(),
})
export type SignInEvent = z.infer<typeof signInEvent>

/** A browser in which a user is signed in. */
export const signedInBrowser = z.object({
  object: z.literal('signed-in-browser'),
  id,
  userAgent: z.string().optional(),
  ip: z.string().optional(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  expiresAt: timestamp,
  current: z.boolean().describe('The browser that sends this request'),
})
export type SignedInBrowser = z.infer<typeof signedInBrowser>
