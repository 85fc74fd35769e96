import { z } from 'zod'
import { id, nullableRole, timestamp } from './shared/values.ts'
import { teamRole } from './teams.ts'

/** A role granted to a member on a space, a collection or a site. */
export const memberGrant = z
  .object({
    on: z.object({ type: z.enum(['space', 'collection', 'site']), id, title: z.string() }),
    role: nullableRole,
    createdAt: timestamp,
  })
  .meta({ id: 'MemberGrant' })
export type MemberGrant = z.infer<typeof memberGrant>

/** Everything that belongs to a membership: the first 1000 grants and teams, and counts. */
export const memberAccess = z
  .object({
    object: z.literal('member-access'),
    grants: z.array(memberGrant),
    teams: z.array(
      z.object({
        id,
        title: z.string(),
        role: teamRole,
        onlyOwner: z.boolean().describe('Otherwise, only admins can manage the team'),
      }),
    ),
    sessions: z
      .number()
      .int()
      .describe('Browsers they are signed in with; 0 if they are in other organizations, too'),
    tokens: z.number().int(),
    organizations: z.number().int().describe('Number of organizations they are in, including this one'),
    lastAdmin: z.boolean().describe('Whether they are the only admin, who cannot leave'),
  })
  .meta({ id: 'MemberAccess' })
export type MemberAccess = z.infer<typeof memberAccess>
