import { z } from 'zod'
import { MAX_GROUP_MAPPINGS, type OidcProvider, oidcProviders } from '#contract/oidc-providers.ts'
import type { Input } from '#contract/route.ts'
import { roles } from '#contract/shared/permissions.ts'
import { uri } from '#contract/shared/values.ts'
import { changedOf } from '../../components/merge-fields.ts'
import { memberRoleOf, memberRoles, roleOf } from '../../lib/role-labels.ts'

const { shape } = oidcProviders.create.body

const mapping = z
  .object({
    group: z.string().trim().min(1, 'Enter the name of a group').max(255),
    /** Id of a team. */
    team: z.string(),
    role: z.enum(roles).or(z.literal('')),
  })
  .refine(({ team, role }) => team !== '' || role !== '', {
    path: ['group'],
    message: 'Choose a team or a role for this group',
  })

/** The values of the form. An empty text means no value; an empty secret leaves the stored one as it is. */
export const oidcFields = z.object({
  label: shape.label,
  issuer: uri.or(z.literal('')),
  clientID: z.string().max(255),
  clientSecret: z.string().max(1024),
  scopes: z
    .string()
    .max(1000)
    .refine((text) => shape.scopes.safeParse(scopesIn(text)).success, 'Separate scopes by spaces'),
  groupsClaim: z.string().trim().min(1, 'Enter the name of the claim').max(255),
  groupMappings: z.array(mapping).max(MAX_GROUP_MAPPINGS),
  /** Id of a team. */
  defaultTeam: z.string(),
  defaultRole: z.enum(memberRoles),
})
export type OidcValues = z.infer<typeof oidcFields>

export const oidcValues = (provider: OidcProvider): OidcValues => ({
  label: provider.label,
  issuer: provider.issuer ?? '',
  clientID: provider.clientID ?? '',
  clientSecret: '',
  scopes: provider.scopes.join(' '),
  groupsClaim: provider.groupsClaim,
  groupMappings: provider.groupMappings.map(({ group, team, role }) => ({
    group,
    team: team ?? '',
    role: role ?? '',
  })),
  defaultTeam: provider.defaultTeam?.id ?? '',
  defaultRole: memberRoleOf(provider.defaultRole),
})

type Body = NonNullable<Input<typeof oidcProviders.update>['body']>

/** The changed values as the body of an update request. */
export function oidcBody(values: OidcValues, now: OidcProvider): Body {
  const { issuer, clientID, clientSecret, scopes, groupMappings, defaultTeam, defaultRole, ...same } =
    changedOf(values, oidcValues(now))
  return {
    ...same,
    ...(issuer === undefined ? {} : { issuer: issuer || null }),
    ...(clientID === undefined ? {} : { clientID: clientID || null }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scopes === undefined ? {} : { scopes: scopesIn(scopes) }),
    ...(groupMappings === undefined
      ? {}
      : {
          groupMappings: groupMappings.map(({ group, team, role }) => ({
            group,
            team: team || null,
            role: role || null,
          })),
        }),
    ...(defaultTeam === undefined ? {} : { defaultTeam: defaultTeam || null }),
    ...(defaultRole === undefined ? {} : { defaultRole: roleOf(defaultRole) }),
  }
}

const scopesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
