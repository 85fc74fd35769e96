import { z } from 'zod'
import { changeRequestReference, changeRequestStatus } from './change-request-values.ts'
import { mergeRule, mergeRulesSource } from './merge-rules.ts'
import { id } from './shared/values.ts'
import { user } from './users.ts'

/** A reason why a change request cannot be merged yet, or a warning to check before merging. */
const obstacle = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), blocks: z.literal(true), status: changeRequestStatus }),
  z.object({ type: z.literal('conflicts'), blocks: z.literal(true), count: z.number().int() }),
  z.object({
    type: z.literal('merge-rules'),
    blocks: z.literal(true),
    count: z.number().int().describe('Rules that aren’t met'),
  }),
  z.object({
    type: z.literal('review-requested'),
    blocks: z.literal(false),
    user: user.describe('Hasn’t reviewed the latest version'),
  }),
  z.object({
    type: z.literal('team-review-requested'),
    blocks: z.literal(false),
    team: z.object({ id, title: z.string() }).describe('No one in it has reviewed since'),
  }),
  z.object({
    type: z.enum(['changes-requested', 'outdated-approval']),
    blocks: z.literal(false),
    review: id,
    user,
  }),
  z.object({
    type: z.literal('outdated'),
    blocks: z.literal(false),
    behind: z.number().int().describe('Revisions of the space since the request was created or last updated'),
  }),
])

const pageName = z.object({ id, title: z.string() })

/** A merge rule, and what the change request still needs. */
const ruleCheck = z.object({
  rule: mergeRule,
  from: z.array(mergeRulesSource).describe('Where it is set'),
  met: z.boolean(),
  canBypass: z.boolean().describe('Whether the caller can merge without it'),
  approvals: z.number().int().optional().describe('Approvals so far, for rules that count them'),
  waitingFor: z
    .object({ users: z.array(user), teams: z.array(z.object({ id, title: z.string() })) })
    .optional()
    .describe(
      'Who can still approve, without the author; for `require_one_of_specific_reviewers` and `require_path_owners`, one of them. Empty if the rule only names the author',
    ),
  owners: z
    .array(
      z.object({
        pattern: z.string(),
        pages: z.array(pageName).describe('Changed pages that match, up to 20'),
        pagesTotal: z.number().int(),
      }),
    )
    .optional()
    .describe('The patterns of `require_path_owners` that still need an approval'),
  brokenLinks: z
    .object({
      count: z.number().int(),
      fromOtherSpaces: z
        .number()
        .int()
        .describe(
          'Of these, the links on pages of other spaces to pages that it deletes. They aren’t listed',
        ),
      items: z
        .array(z.object({ page: pageName, target: z.string(), missing: z.enum(['target', 'anchor']) }))
        .describe('Up to 20'),
    })
    .optional()
    .describe('The links that the change request breaks'),
})
export type RuleCheck = z.infer<typeof ruleCheck>

/** The result of a trial merge, which changes nothing. */
export const mergeCheck = z
  .object({
    object: z.literal('merge-check'),
    mergeable: z.boolean().describe('True if the caller can merge it now without bypassing a rule'),
    canBypass: z
      .boolean()
      .describe('Only merge rules prevent the merge, and the caller can bypass all that aren’t met'),
    rules: z.array(ruleCheck).describe('The merge rules that apply, met or not'),
    revision: id.describe('The active revision of the space that the check used'),
    obstacles: z.array(obstacle),
    conflicts: z.number().int(),
    overlaps: z
      .array(
        z.object({
          changeRequest: changeRequestReference,
          pages: z.array(z.object({ id, title: z.string() })).describe('Pages that both change, up to 20'),
          pagesTotal: z.number().int(),
        }),
      )
      .describe('Other draft and open requests that change the same pages'),
    order: z
      .array(changeRequestReference)
      .describe('Change requests that merge cleanly one after another: this one and those it overlaps with'),
    conflicting: z
      .array(changeRequestReference)
      .describe('Change requests that conflict with an earlier one'),
    compared: z.number().int().describe('Number of other change requests compared, up to 50'),
  })
  .meta({ id: 'MergeCheck' })
export type MergeCheck = z.infer<typeof mergeCheck>
