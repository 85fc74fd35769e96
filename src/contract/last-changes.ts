import { z } from 'zod'
import { resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Objects whose settings several people may edit at the same time. */
export const changeTarget = z.enum([
  'organization',
  'collection',
  'space',
  'site',
  'site-customization',
  'site-space-customization',
  'custom-field',
  'translation-settings',
  'sso-provider',
])
export type ChangeTarget = z.infer<typeof changeTarget>

/** When and by whom the settings of an object were last changed. */
export const lastChange = z
  .object({
    object: z.literal('last-change'),
    changedAt: timestamp.optional().describe('Absent if the settings were never changed'),
    changedBy: user.optional().describe('Absent for changes by the service or another system'),
  })
  .meta({ id: 'LastChange' })
export type LastChange = z.infer<typeof lastChange>

export const lastChanges = resource('lastChanges', {
  get: {
    id: 'getLastChange',
    method: 'GET',
    path: '/orgs/:organizationId/last-change',
    summary:
      'Get the person who last changed the settings of an object, for example to name them in a conflict.',
    description:
      'For members, not for guests. Returns 404 if the caller can’t see the object. Only admins can see single sign-on providers.',
    permission: 'organization.view',
    params: organizationPath,
    query: z.object({
      type: changeTarget,
      id: z
        .string()
        .min(1)
        .max(64)
        .describe(
          'ID of the object; of a custom field, its name; of a customization, the site or site space',
        ),
    }),
    status: 200,
    response: lastChange,
  },
})
