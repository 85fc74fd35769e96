import type { Organization } from '#contract/organizations.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import type { UnmetRule } from '../../auth/expect-sign-in.ts'
import { startPath } from '../../auth/sso-providers.ts'
import type { Urls } from '../../urls.ts'
import type { OrganizationRow } from './queries.ts'

const optional = <K extends string, V>(name: K, value: V | null) =>
  (value === null ? {} : { [name]: value }) as { [P in K]?: V }

/** An organization as the API returns it to one of its members. */
export const presentOrganization = (row: OrganizationRow, urls: Urls): Organization => ({
  object: 'organization',
  id: row.id,
  title: row.title,
  createdAt: row.createdAt.toISOString(),
  emailDomains: row.emailDomains,
  ...optional('hostname', row.hostname),
  type: row.type,
  ...optional('useCase', row.useCase as Organization['useCase'] | null),
  ...optional('communityType', row.communityType as Organization['communityType'] | null),
  defaultRole: row.defaultRole,
  ...optional('defaultContent', row.defaultContent),
  sso: row.sso,
  secondFactor: row.secondFactor,
  ai: row.ai,
  inviteLinks: row.inviteLinks,
  plan: row.plan as Organization['plan'],
  urls: {
    location: urls.location('orgs', row.id),
    app: urls.app('o', row.id),
    ...optional('logo', row.logo),
  },
  trial: { status: 'notapplicable', count: 0 },
  mergeRules: row.mergeRules?.length ? { type: 'rules', rules: [...row.mergeRules] } : { type: 'none' },
  internal_isOnNewTrial: true,
  permissions: permissionsOf(row),
  version: row.version,
})

/** An organization whose sign-in rule the session does not meet: its title, and how to meet the rule. */
export const presentClosedOrganization = (
  row: OrganizationRow,
  { reason, providers }: UnmetRule,
  urls: Urls,
): Organization => ({
  object: 'organization',
  id: row.id,
  title: row.title,
  createdAt: row.createdAt.toISOString(),
  emailDomains: [],
  type: row.type,
  inviteLinks: false,
  plan: row.plan as Organization['plan'],
  urls: {
    location: urls.location('orgs', row.id),
    app: urls.app('o', row.id),
    ...optional('logo', row.logo),
  },
  trial: { status: 'notapplicable', count: 0 },
  permissions: permissionsOf({ ...row, isMember: false, ownRole: null, ownsTeam: false }),
  signIn: {
    required: reason,
    logins: providers.map(({ id, type, label }) => ({ id, label, startURL: startPath({ id, type }) })),
  },
  version: row.version,
})

/** The permissions of a role in an organization. Guests only see that it exists; others do not. */
const permissionsOf = ({
  isMember,
  ownRole: role,
  ownsTeam,
}: OrganizationRow): Organization['permissions'] => ({
  view: isMember,
  access: isMember,
  admin: role === 'admin',
  ownTeam: ownsTeam,
  createContent: isAtLeast(role, 'create'),
  createOpenAPISpec: isAtLeast(role, 'create'),
  viewBilling: role === 'admin',
  listMembers: isAtLeast(role, 'read'),
  listTeams: isAtLeast(role, 'read'),
  listIntegrations: isAtLeast(role, 'read'),
  listInstallations: false,
  installIntegration: false,
})
