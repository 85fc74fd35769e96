import { z } from 'zod'
import { id, nullableRole } from './values.ts'

/** One way to a role, and whether it is the one that counts. */
export const accessWay = z.object({
  via: z
    .enum(['organization-admin', 'grant', 'team-grant', 'default-level', 'organization-role'])
    .describe(
      'organization-admin: admin everywhere; grant: to the user; team-grant: to a team of theirs; default-level: of the object or one above; organization-role: where nothing above sets a level; on a site create and admin as they are, others as read',
    ),
  on: z
    .object({ type: z.enum(['space', 'collection', 'site', 'organization']), id, title: z.string() })
    .describe('Where it was given'),
  team: z.object({ id, title: z.string() }).optional(),
  role: nullableRole,
  wins: z.boolean().describe('The strongest, which is in force'),
})
export type AccessWay = z.infer<typeof accessWay>
