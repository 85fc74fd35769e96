import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { address, id, nullableRole, timestamp } from './shared/values.ts'

/** A provider as a button to sign in with. */
export const ssoLogin = z.object({ id, label: z.string(), startURL: address })
export type SsoLogin = z.infer<typeof ssoLogin>

/** What a provider says about a person. */
const identity = z.object({
  subject: z.string().describe('The provider’s permanent name for the person'),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  groups: z.array(z.string()),
  attributes: z.record(z.string(), z.array(z.string())).describe('Everything that was sent'),
})

/** The result of testing a provider, stored for an hour. */
export const ssoTest = z
  .object({
    object: z.literal('sso-test'),
    id: z.string(),
    provider: z.object({ id, label: z.string() }),
    status: z.enum(['waiting', 'passed', 'failed']).describe('waiting: the provider hasn’t responded yet'),
    error: z.string().optional().describe('Why the response was rejected'),
    identity: identity.optional(),
    outcome: z
      .object({
        type: z
          .enum(['sign-in', 'link', 'create', 'refuse'])
          .describe('link: an account with this email address is linked and signed in'),
        reason: z.string().optional().describe('Why a sign-in would be refused'),
        user: z.object({ id, displayName: z.string(), email: z.string() }).optional(),
        joins: z
          .object({ role: nullableRole, team: z.string().optional().describe('Title of the team') })
          .optional()
          .describe('The person would become a member'),
        groups: z
          .object({
            role: nullableRole.optional().describe('Absent if the groups decide on no role'),
            teams: z.array(z.string()).describe('Titles of the teams that their groups map to'),
            leaves: z.array(z.string()).describe('Titles of the teams that they would leave'),
          })
          .optional()
          .describe('How the person’s groups are mapped, if the provider maps groups'),
      })
      .optional()
      .describe('What a sign-in would do now; the test itself changes nothing'),
  })
  .meta({ id: 'SSOTest' })
export type SsoTest = z.infer<typeof ssoTest>

/** An account at a provider that signs in to an account here. */
export const linkedAccount = z.object({
  provider: z.object({ id, label: z.string() }),
  organization: z.object({ id, title: z.string() }),
  createdAt: timestamp,
  lastUsedAt: timestamp,
})
export type LinkedAccount = z.infer<typeof linkedAccount>

const requestId = z.string().min(1).max(64).regex(/^\w+$/, 'This is not the id of a test')
const providerPath = organizationPath.extend({ providerId: id })

/** Single sign-on, whatever the type of the provider. */
export const sso = resource('sso', {
  findLogins: {
    id: 'findSSOLogins',
    method: 'POST',
    path: '/sso-logins',
    surface: 'dashboard',
    summary: 'Find the providers that people with an email address can sign in with.',
    description:
      'Based only on the domain of the address, if an organization has verified it. The response doesn’t reveal whether there is an account.',
    permission: 'anyone',
    body: z.object({ email: z.email().max(254) }),
    status: 200,
    response: z.object({
      logins: z.array(ssoLogin),
      required: z
        .boolean()
        .describe('The organization requires single sign-on for everyone except some admins'),
    }),
  },
  link: {
    id: 'linkSSOAccount',
    method: 'POST',
    path: '/orgs/:organizationId/sso-providers/:providerId/link',
    surface: 'dashboard',
    summary: 'Start a sign-in that links the caller’s account to their account at a provider.',
    description:
      'Open the address in the same browser. From then on the provider can sign the caller in, whatever their email address.',
    permission: 'user',
    params: providerPath,
    body: z.object({ returnPath: z.string().max(2048).optional().describe('Path to return to') }),
    status: 200,
    response: z.object({ url: address }),
  },
  linkedAccounts: {
    id: 'getLinkedSSOAccounts',
    method: 'GET',
    path: '/linked-accounts',
    surface: 'dashboard',
    summary: 'Get the accounts at providers that can sign the caller in, last used first.',
    permission: 'account',
    status: 200,
    response: z.object({ items: z.array(linkedAccount) }),
  },
  unlink: {
    id: 'unlinkSSOAccount',
    method: 'DELETE',
    path: '/linked-accounts/:providerId',
    surface: 'dashboard',
    summary: 'Unlink the caller’s account from a provider.',
    description:
      'If the organization has verified the domain of the caller’s email address, the next sign-in links it again.',
    permission: 'account',
    params: z.object({ providerId: id }),
    status: 204,
  },
  startTest: {
    id: 'startSSOTest',
    method: 'POST',
    path: '/orgs/:organizationId/sso-providers/:providerId/tests',
    summary: 'Start a test of a provider: a sign-in that shows its result and changes nothing.',
    description: 'Open the address in a browser in which the caller is signed in.',
    permission: 'organization.admin',
    params: providerPath,
    status: 200,
    response: z.object({ id: z.string(), url: address }),
  },
  getTest: {
    id: 'getSSOTest',
    method: 'GET',
    path: '/orgs/:organizationId/sso-tests/:testId',
    summary: 'Get the result of a test.',
    permission: 'organization.admin',
    params: organizationPath.extend({ testId: requestId }),
    status: 200,
    response: ssoTest,
  },
})
