import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { id, timestamp } from './shared/values.ts'

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'Must be Base64url')

/** The name of a passkey, as its owner sees it. */
export const passkeyName = z.string().trim().min(1, 'Enter a name').max(60)

/** The secret part of a sign-in challenge or of a passkey request. */
export const challengeToken = base64url(200)

/** Six digits; spaces between them are ignored. */
export const code = z
  .string()
  .max(32)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits'))

/** Sixteen letters and digits; case, spaces and hyphens are ignored. */
export const recoveryCode = z
  .string()
  .max(64)
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9]{16}$/, 'Enter one of your recovery codes'))

const extensionResults = z.looseObject({}).optional()

/** What a browser returns when it created a passkey (RegistrationResponseJSON, WebAuthn Level 3, 5.1). */
export const passkeyRegistration = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: extensionResults,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>

/** What a browser returns when a passkey was used (AuthenticationResponseJSON, WebAuthn Level 3, 5.1). */
export const passkeyAssertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: extensionResults,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** Options for the browser’s credential API, in its own JSON format (WebAuthn Level 3, 5.1.8 and 5.1.9). */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

/** A request to the browser to create or use a passkey, valid for 5 minutes and once. */
export const passkeyRequest = z.object({
  object: z.literal('passkey-request'),
  token: z.string().describe('Send it back with the browser’s response'),
  options: passkeyOptions,
  expiresAt: timestamp,
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

export const secondFactorMethods = ['passkey', 'code', 'recovery-code'] as const
export const secondFactorMethod = z.enum(secondFactorMethods)
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>

/** A proof of a second factor: a code of the authenticator app, a recovery code, or a passkey. */
const proof = {
  code: code.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: passkeyAssertion.optional(),
}
const isOneOf = (...names: readonly string[]) => ({
  check: (body: object) =>
    names.filter((name) => (body as Record<string, unknown>)[name] !== undefined).length === 1,
  message: `Send exactly one of ${names.join(', ')}`,
})
const oneProof = isOneOf('code', 'recoveryCode', 'passkey')
const oneConfirmation = isOneOf('password', 'code', 'recoveryCode', 'passkey')

/** The second step of a sign-in. */
export const secondStep = z
  .object({ token: challengeToken, ...proof })
  .refine(oneProof.check, { message: oneProof.message })

/** A confirmation by a person who is signed in. `token` belongs to `passkey`. */
export const confirmation = z
  .object({ password: z.string().min(1).max(1024).optional(), token: challengeToken.optional(), ...proof })
  .refine(oneConfirmation.check, { message: oneConfirmation.message })

export const passkey = z.object({
  object: z.literal('passkey'),
  id,
  name: passkeyName,
  synced: z.boolean().describe('Synced to other devices, for example by a password manager'),
  createdAt: timestamp,
  lastUsedAt: timestamp.optional(),
})
export type Passkey = z.infer<typeof passkey>

/** The caller’s own second factor. */
export const secondFactor = z.object({
  object: z.literal('second-factor'),
  enabled: z.boolean().describe('True with a passkey or an authenticator app'),
  passkeys: z.number().int(),
  authenticatorApp: z.object({ createdAt: timestamp }).optional(),
  recoveryCodes: z.number().int().describe('Number of unused codes'),
  session: z.object({
    secondFactor: z.boolean().describe('A second factor was confirmed in this session'),
    confirmedUntil: timestamp.optional().describe('Until then, changes need no further confirmation'),
  }),
  confirmBy: z
    .array(z.enum(['password', ...secondFactorMethods]))
    .describe('How the caller can confirm changes; empty if they have to sign in again'),
  requiredBy: z.array(z.object({ id, title: z.string() })).describe('Organizations that require one'),
})
export type SecondFactor = z.infer<typeof secondFactor>

const passkeyPath = z.object({ passkeyId: id })
const confirmed =
  'Requires a confirmation or a sign-in within the last 10 minutes; otherwise returns 412 `confirmation_required`.'
const tries = 'Returns 400 if it doesn’t match, and 429 after too many attempts.'

/** Operations that only the dashboard needs: everyone manages their own second factor. */
export const secondFactors = resource('secondFactors', {
  get: {
    id: 'getSecondFactor',
    method: 'GET',
    path: '/second-factor',
    surface: 'dashboard',
    summary: 'Get the state of the caller’s second factor.',
    permission: 'user',
    status: 200,
    response: secondFactor,
  },
  confirm: {
    id: 'confirmIdentity',
    method: 'POST',
    path: '/confirm',
    surface: 'dashboard',
    summary: 'Confirm the identity of the caller for the next 10 minutes.',
    description: `By password, or by a second factor, which also counts for organizations that require one. ${tries}`,
    permission: 'user',
    body: confirmation,
    bodyLimit: 65_536,
    status: 200,
    response: secondFactor,
  },
  confirmByPasskey: {
    id: 'startPasskeyConfirmation',
    method: 'POST',
    path: '/confirm/passkey',
    surface: 'dashboard',
    summary: 'Get the options to confirm with one of the caller’s passkeys.',
    permission: 'user',
    status: 200,
    response: passkeyRequest,
    secret: true,
  },
  listPasskeys: {
    id: 'listPasskeys',
    method: 'GET',
    path: '/passkeys',
    surface: 'dashboard',
    summary: 'List the caller’s passkeys, oldest first.',
    permission: 'user',
    query: paging,
    status: 200,
    response: listOf(passkey),
  },
  startPasskey: {
    id: 'startPasskeyRegistration',
    method: 'POST',
    path: '/passkeys/options',
    surface: 'dashboard',
    summary: 'Get the options to create a passkey.',
    description: confirmed,
    permission: 'user',
    status: 200,
    response: passkeyRequest,
    secret: true,
  },
  addPasskey: {
    id: 'addPasskey',
    method: 'POST',
    path: '/passkeys',
    surface: 'dashboard',
    summary: 'Add a passkey that the browser created. An account can have 20.',
    description: confirmed,
    permission: 'user',
    body: z.object({ token: challengeToken, name: passkeyName, passkey: passkeyRegistration }),
    bodyLimit: 65_536,
    status: 200,
    response: passkey,
  },
  renamePasskey: {
    id: 'renamePasskey',
    method: 'PATCH',
    path: '/passkeys/:passkeyId',
    surface: 'dashboard',
    summary: 'Rename a passkey.',
    permission: 'account',
    params: passkeyPath,
    body: z.object({ name: passkeyName }),
    status: 200,
    response: passkey,
  },
  deletePasskey: {
    id: 'deletePasskey',
    method: 'DELETE',
    path: '/passkeys/:passkeyId',
    surface: 'dashboard',
    summary: 'Delete a passkey. It can no longer sign in.',
    description: confirmed,
    permission: 'user',
    params: passkeyPath,
    status: 204,
  },
  startAuthenticatorApp: {
    id: 'startAuthenticatorApp',
    method: 'POST',
    path: '/authenticator-app',
    surface: 'dashboard',
    summary: 'Create the secret for an authenticator app, which works once a code confirms it.',
    description: `${confirmed} Returns 409 if an app is already set up.`,
    permission: 'user',
    status: 200,
    response: z.object({
      secret: z.string().describe('Base32, for manual entry'),
      uri: z.string().describe('For a QR code: otpauth://totp/…'),
    }),
    secret: true,
  },
  confirmAuthenticatorApp: {
    id: 'confirmAuthenticatorApp',
    method: 'POST',
    path: '/authenticator-app/confirm',
    surface: 'dashboard',
    summary: 'Turn on the authenticator app with its first code.',
    description: `${confirmed} ${tries}`,
    permission: 'user',
    body: z.object({ code }),
    status: 204,
  },
  deleteAuthenticatorApp: {
    id: 'deleteAuthenticatorApp',
    method: 'DELETE',
    path: '/authenticator-app',
    surface: 'dashboard',
    summary: 'Turn off the authenticator app.',
    description: confirmed,
    permission: 'user',
    status: 204,
  },
  createRecoveryCodes: {
    id: 'createRecoveryCodes',
    method: 'POST',
    path: '/recovery-codes',
    surface: 'dashboard',
    summary: 'Create 10 recovery codes, which replace the earlier ones; each works once.',
    description: `${confirmed} Returns 409 without a second factor.`,
    permission: 'user',
    status: 200,
    response: z.object({ codes: z.array(z.string()), createdAt: timestamp }),
    secret: true,
  },
  resetMember: {
    id: 'resetMemberSecondFactor',
    method: 'DELETE',
    path: '/orgs/:organizationId/members/:userId/second-factor',
    surface: 'dashboard',
    summary: 'Remove the second factor of a member who lost it, and sign them out everywhere.',
    description:
      'Returns 409 if the member has no second factor, or if the caller isn’t an admin of every organization they are in.',
    permission: 'organization.admin',
    params: z.object({ organizationId: id, userId: id }),
    status: 204,
  },
})
