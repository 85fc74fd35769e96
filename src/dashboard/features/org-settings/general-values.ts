import { z } from 'zod'
import {
  emailDomain,
  type Organization,
  type organizations,
  organizationTitle,
  subdomainName,
} from '#contract/organizations.ts'
import type { Input } from '#contract/route.ts'
import { uri } from '#contract/shared/values.ts'
import { changedOf } from '../../components/merge-fields.ts'
import { memberRoleOf, memberRoles, roleOf } from '../../lib/role-labels.ts'

const emptyString = z.literal('')

/** The values of the form. An empty string means no value. */
export const generalFields = z.object({
  title: organizationTitle,
  logo: uri.or(emptyString),
  emailDomains: z.array(emailDomain).max(100, 'Enter 100 domains or fewer'),
  hostname: subdomainName.or(emptyString),
  defaultRole: z.enum(memberRoles),
  /** Id of a site. */
  defaultContent: z.string(),
  inviteLinks: z.boolean(),
  ai: z.boolean(),
})
export type GeneralValues = z.infer<typeof generalFields>

export const generalValues = (organization: Organization): GeneralValues => ({
  title: organization.title,
  logo: organization.urls.logo ?? '',
  emailDomains: organization.emailDomains,
  hostname: organization.hostname ?? '',
  defaultRole: memberRoleOf(organization.defaultRole ?? null),
  defaultContent: organization.defaultContent?.site ?? '',
  inviteLinks: organization.inviteLinks,
  ai: organization.ai ?? false,
})

type Body = NonNullable<Input<typeof organizations.update>['body']>

/** The changed values as the body of an update request. */
export function generalBody(values: GeneralValues, now: Organization): Body {
  const { logo, hostname, defaultRole, defaultContent, ...same } = changedOf(values, generalValues(now))
  return {
    ...same,
    ...(logo === undefined ? {} : { logo: logo || null }),
    ...(hostname === undefined ? {} : { hostname: hostname || null }),
    ...(defaultRole === undefined ? {} : { defaultRole: roleOf(defaultRole) }),
    ...(defaultContent === undefined ? {} : { defaultContent: contentOf(defaultContent) }),
  }
}

const contentOf = (site: string) => (site === '' ? null : { type: 'site' as const, site })

export const isBadDomain = (text: string): boolean => !emailDomain.safeParse(text).success
