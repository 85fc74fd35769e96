import { z } from 'zod'
import { standaloneMergeRules } from './merge-rules.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { flags, id, noIntegrations, nullableRole, timestamp, uri, urlsOf, version } from './shared/values.ts'

export const organizationTitle = z.string().min(2).max(255)
export const organizationType = z.enum(['business', 'community'])
export const useCase = z.enum([
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
])
export const communityType = z.enum(['nonProfit', 'openSource', 'education'])
export const plan = z.enum(['free', 'plus', 'pro', 'enterprise_2024', 'community_2024'])

/** Lower-case host name of two or more labels, such as `example.org`. */
export const emailDomain = z
  .string()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Enter a domain name')

/** 3 to 32 lower-case letters, digits and hyphens, a hyphen at neither end. */
export const subdomainName = z
  .string()
  .min(3)
  .max(32)
  .regex(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/, 'Use lower-case letters, digits and hyphens')

export const secondFactorRule = z.enum(['optional', 'required'])

export const defaultContent = z.object({ type: z.literal('site'), site: id })

export const organization = z
  .object({
    object: z.literal('organization'),
    id,
    title: organizationTitle,
    createdAt: timestamp,
    emailDomains: z
      .array(z.string())
      .describe('People with an address at these domains can join without an invite'),
    hostname: subdomainName.optional(),
    type: organizationType,
    useCase: useCase.optional(),
    communityType: communityType.optional(),
    defaultRole: nullableRole.optional().describe('Role of people who join; null makes them guests'),
    defaultContent: defaultContent.nullable().optional(),
    sso: z.boolean().optional().describe('Single sign-on is enforced for the whole organization'),
    secondFactor: secondFactorRule
      .optional()
      .describe(
        '`required`: members need a passkey or an authenticator app, unless they use its single sign-on',
      ),
    ai: z
      .boolean()
      .optional()
      .describe('AI features are allowed. When off, no site of the organization offers Ask'),
    inviteLinks: z.boolean(),
    plan,
    billing: z
      .object({
        interval: z.enum(['monthly', 'yearly']).optional(),
        endDate: timestamp.optional(),
        hasPaymentFailed: z.boolean().optional(),
        isScheduledToCancel: z.boolean().optional(),
      })
      .optional(),
    urls: urlsOf(['location', 'app'], ['logo']),
    trial: z.object({
      status: z.enum(['notapplicable', 'none', 'active', 'ended', 'expired']),
      endDate: timestamp.optional(),
      decision: z.literal('downgrade').optional(),
      count: z.number().int().optional().describe('Trials so far; always 0'),
    }),
    customHostname: z.string().optional(),
    blocked: z.object({ reason: z.literal('security') }).optional(),
    internal_billingMigration: z
      .object({
        deadline: timestamp.optional(),
        discountPercent: z.number().optional(),
        discountEndDate: timestamp.optional(),
      })
      .optional(),
    internal_isOnNewTrial: z.boolean().optional().meta({ deprecated: true, description: 'Always true' }),
    mergeRules: standaloneMergeRules.optional().describe('What its change requests need before a merge'),
    permissions: flags(
      'view',
      'admin',
      'ownTeam',
      'createContent',
      'createOpenAPISpec',
      'viewBilling',
      'listMembers',
      'listTeams',
      'listIntegrations',
      'access',
    ).extend(noIntegrations('listInstallations', 'installIntegration')),
    signIn: z
      .object({
        required: z.enum(['sso_required', 'account_sign_in_required', 'second_factor_required']),
        logins: z
          .array(z.object({ id, label: z.string(), startURL: z.string() }))
          .describe('For `sso_required`: the providers to sign in with'),
      })
      .optional()
      .describe(
        'In lists: this session does not meet the sign-in rule of the organization, whose settings are left out. Other operations answer with an error of the same type',
      ),
    version,
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof organization>

export const organizations = resource('organizations', {
  list: {
    id: 'listOrganizations',
    method: 'GET',
    path: '/orgs',
    summary: 'List the organizations the caller is a member of.',
    permission: 'user',
    query: paging,
    status: 200,
    response: listOf(organization),
  },
  create: {
    id: 'createOrganization',
    method: 'POST',
    path: '/orgs',
    summary: 'Create an organization. The caller becomes its admin.',
    permission: 'account',
    body: z.object({
      title: organizationTitle,
      emailDomains: z.array(emailDomain).max(100).optional(),
      type: organizationType.optional(),
      useCase: useCase.optional(),
    }),
    status: 201,
    response: organization,
  },
  get: {
    id: 'getOrganization',
    method: 'GET',
    path: '/orgs/:organizationId',
    summary: 'Get an organization.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: organization,
  },
  update: {
    id: 'updateOrganization',
    method: 'PATCH',
    path: '/orgs/:organizationId',
    summary: 'Update the settings of an organization. Omitted fields don’t change.',
    description:
      'Returns 400 if `defaultContent` is a site of another organization, and 412 for `sso` without an active provider or for `secondFactor: required` if the caller has no second factor.',
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({
      title: organizationTitle.optional(),
      emailDomains: z.array(emailDomain).max(100).optional(),
      hostname: subdomainName.nullable().optional().describe('null removes it'),
      defaultRole: nullableRole.optional(),
      defaultContent: defaultContent.nullable().optional(),
      logo: uri.nullable().optional().describe('Address of the logo, null removes it'),
      sso: z.boolean().optional(),
      secondFactor: secondFactorRule.optional(),
      ai: z.boolean().optional(),
      inviteLinks: z.boolean().optional(),
    }),
    status: 200,
    response: organization,
    versioned: true,
  },
  listByEmailDomain: {
    id: 'listOrganizationsByEmailDomain',
    method: 'GET',
    path: '/email-domains/:emailDomain/orgs',
    summary:
      'List the organizations that people with an email domain can join. Only works for the caller’s own domain.',
    permission: 'user',
    params: z.object({ emailDomain }),
    status: 200,
    response: z.object({ organizations: z.array(organization) }),
  },
  delete: {
    id: 'deleteOrganization',
    method: 'DELETE',
    path: '/orgs/:organizationId',
    summary: 'Permanently delete an organization and everything in it. Requires its title as confirmation.',
    description: 'Returns 400 and deletes nothing if `title` isn’t the title of the organization.',
    permission: 'organization.admin',
    params: organizationPath,
    query: z.object({ title: z.string().min(1).max(255).describe('The current title, as confirmation') }),
    status: 205,
    versioned: true,
  },
  join: {
    id: 'joinOrganization',
    method: 'POST',
    path: '/orgs/:organizationId/join',
    summary: 'Join an organization that allows the domain of the caller’s verified email address.',
    description:
      'Returns 400 if the address isn’t verified or its domain isn’t allowed. Existing members don’t change.',
    permission: 'account',
    params: organizationPath,
    status: 204,
  },
})
