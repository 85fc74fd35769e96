import { z } from 'zod'
import { variableChanges, variableValue } from './pages.ts'
import { resource } from './route.ts'
import { MAX_MISSING_VARIABLES } from './shared/limits.ts'
import { organizationPath, sitePath } from './shared/paths.ts'
import { timestamp, version } from './shared/values.ts'
import { user } from './users.ts'

/** How many variables an organization or a site can have. */
export const MAX_SHARED_VARIABLES = 200

/** Variables that the pages of several spaces can show. */
export const sharedVariables = z
  .object({
    object: z.literal('variables'),
    variables: z
      .record(z.string().min(1).max(100), variableValue)
      .describe('Values by name, which expressions show as `organization.vars.name` or `site.vars.name`'),
    pages: z
      .record(z.string(), z.number().int())
      .optional()
      .describe('How many pages show each variable; only for those who can change the variables'),
    missing: z
      .record(z.string(), z.number().int())
      .optional()
      .describe(
        `How many pages read each variable that doesn’t exist; the first ${MAX_MISSING_VARIABLES} by name, and only for those who can change the variables`,
      ),
    updatedAt: timestamp.optional(),
    updatedBy: user.optional(),
    version,
  })
  .meta({ id: 'SharedVariables' })
export type SharedVariables = z.infer<typeof sharedVariables>

const update = {
  method: 'PATCH',
  body: z.object({
    variables: variableChanges.describe(
      `Variables by name; null deletes one, and the others stay as they are. Up to ${MAX_SHARED_VARIABLES} in all, with texts of up to 256 characters. Names start with a letter and have letters, digits and “_”`,
    ),
  }),
  status: 200,
  response: sharedVariables,
  versioned: true,
} as const
const get = { method: 'GET', status: 200, response: sharedVariables } as const

export const sharedVariableRoutes = resource('sharedVariables', {
  getForOrganization: {
    ...get,
    id: 'getOrganizationVariables',
    path: '/orgs/:organizationId/variables',
    summary: 'Get the variables of an organization, which all of its pages can show.',
    permission: 'organization.view',
    params: organizationPath,
  },
  updateForOrganization: {
    ...update,
    id: 'updateOrganizationVariables',
    path: '/orgs/:organizationId/variables',
    summary: 'Set and delete variables of an organization. Published pages show new values right away.',
    permission: 'organization.admin',
    params: organizationPath,
  },
  getForSite: {
    ...get,
    id: 'getSiteVariables',
    path: '/orgs/:organizationId/sites/:siteId/variables',
    summary: 'Get the variables of a site, which all pages show on it.',
    permission: 'site.view',
    params: sitePath,
  },
  updateForSite: {
    ...update,
    id: 'updateSiteVariables',
    path: '/orgs/:organizationId/sites/:siteId/variables',
    summary: 'Set and delete variables of a site. Its pages show new values right away.',
    permission: 'site.edit',
    params: sitePath,
  },
})
