import type { RuleCheck } from '#contract/merge-checks.ts'
import type { WriteContext } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { evaluateRules, namedIn, type RuleResult } from '../merge-rules/evaluate.ts'
import { membersOfTeams, rulesFor, teamsByIds } from '../merge-rules/queries.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { contentFacts } from './content-facts.ts'
import type { ChangeRequestRow } from './queries.ts'
import { lastReviews } from './review-queries.ts'

/** Who wants to merge, in a request or a job. */
export type Merger = Pick<WriteContext, 'access' | 'caller' | 'urls'>

/** The merge rules that apply to a request, and whether it meets them when the caller merges it. */
export async function requirementsOf(
  ctx: Merger,
  db: Db | Tx,
  request: ChangeRequestRow,
): Promise<readonly RuleResult[]> {
  const { organizationId } = ctx.access
  const places = (await rulesFor(db, organizationId, { type: 'space', id: request.spaceId })).map(
    ({ type, id, rules }) => ({ from: { type, id }, rules }),
  )
  const rules = places.flatMap((place) => place.rules)
  if (rules.length === 0) return []
  return evaluateRules(places, {
    author: request.createdBy,
    caller: ctx.caller.userId,
    subject: request.subject,
    description: request.description,
    ...(await contentFacts(ctx, db, request, rules)),
    isOutdated: request.outdated,
    openThreads: request.comments,
    reviews: await lastReviews(db, { organizationId, spaceId: request.spaceId, changeRequestId: request.id }),
    members: await membersOfTeams(
      db,
      organizationId,
      rules.flatMap((rule) => namedIn(rule).teams),
    ),
  })
}

export const isMissing = ({ isMet }: RuleResult): boolean => !isMet

/**
 * Refuses a merge that a rule prevents, unless the caller may bypass all rules that are not met and says why.
 * @returns the reason for the audit log; undefined if nothing was bypassed
 * @throws {DomainError} `precondition_failed`
 */
export async function expectRulesMet(
  ctx: Merger,
  tx: Tx,
  request: ChangeRequestRow,
  bypassReason: string | undefined,
): Promise<string | undefined> {
  const missing = (await requirementsOf(ctx, tx, request)).filter(isMissing)
  if (missing.length === 0) return undefined
  if (bypassReason !== undefined && missing.every(({ canBypass }) => canBypass)) return bypassReason
  const reasons = missing.map((one) => ({ rule: one.rule.rule, message: messageOf(one) }))
  throw new DomainError(
    'precondition_failed',
    `This change request doesn’t meet the merge rules: ${reasons.map(({ message }) => message).join('; ')}`,
    { rules: reasons },
  )
}

function messageOf({ rule, approvals = 0, owners = [], brokenLinks }: RuleResult): string {
  switch (rule.rule) {
    case 'require_at_least_one_review':
      return 'it needs a review'
    case 'require_at_least_one_approved_review':
      return (rule.count ?? 1) === 1
        ? 'it needs an approval'
        : `it needs ${rule.count} approvals and has ${approvals}`
    case 'require_all_reviews_approved':
      return 'a reviewer has requested changes'
    case 'require_up_to_date_change_request':
      return 'it must be updated from the space first'
    case 'require_change_request_subject':
      return 'it needs a subject'
    case 'require_change_request_description':
      return 'it needs a description'
    case 'require_no_broken_links':
      return `it breaks links: ${namesOf(brokenLinks)}`
    case 'require_path_owners':
      return `an owner of ${owners.map(({ pattern }) => pattern).join(', ')} must approve it`
    case 'require_resolved_comments':
      return 'it has open threads'
    case 'require_author_to_merge':
      return 'only its author may merge it'
    case 'require_specific_reviewers':
      return 'reviewers that the rules name haven’t approved it'
    case 'require_one_of_specific_reviewers':
      return 'one of the reviewers that the rules name must approve it'
  }
}

const MAX_LINKS_IN_MESSAGE = 3

function namesOf(links: RuleResult['brokenLinks']): string {
  const { count, fromOtherSpaces, items } = links ?? { count: 0, fromOtherSpaces: 0, items: [] }
  const names = items.slice(0, MAX_LINKS_IN_MESSAGE).map(({ page, target }) => `${target} on “${page.title}”`)
  if (fromOtherSpaces > 0) names.push(`${fromOtherSpaces} on pages of other spaces`)
  const rest = count - fromOtherSpaces - Math.min(items.length, MAX_LINKS_IN_MESSAGE)
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Pages listed per pattern; more are only counted. */
const MAX_PAGES_PER_PATTERN = 20

/** What the request changes that a rule objects to. */
const presentFindings = ({ owners, brokenLinks }: RuleResult): Pick<RuleCheck, 'owners' | 'brokenLinks'> => ({
  ...(owners === undefined
    ? {}
    : {
        owners: owners.map(({ pattern, pages }) => ({
          pattern,
          pages: pages.slice(0, MAX_PAGES_PER_PATTERN).map(({ id, title }) => ({ id, title })),
          pagesTotal: pages.length,
        })),
      }),
  ...(brokenLinks === undefined ? {} : { brokenLinks: { ...brokenLinks, items: [...brokenLinks.items] } }),
})

/** The results as the API returns them. */
export async function presentRequirements(
  ctx: Pick<WriteContext, 'db' | 'access' | 'urls'>,
  results: readonly RuleResult[],
): Promise<RuleCheck[]> {
  const { organizationId } = ctx.access
  const awaited = results.flatMap(({ waitingFor }) => waitingFor ?? [])
  const people = await authorsByIds(
    ctx.db,
    organizationId,
    awaited.flatMap(({ users }) => users),
  )
  const teamIds = awaited.flatMap(({ teams }) => teams)
  const teams = teamIds.length === 0 ? [] : await teamsByIds(ctx.db, organizationId, teamIds)
  return results.map((result) => {
    const { rule, from, isMet, canBypass, approvals, waitingFor } = result
    return {
      rule,
      from: [...from],
      met: isMet,
      canBypass,
      ...(approvals === undefined ? {} : { approvals }),
      ...presentFindings(result),
      ...(waitingFor === undefined
        ? {}
        : {
            waitingFor: {
              users: waitingFor.users.map((id) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)),
              teams: teams.filter(({ id }) => waitingFor.teams.includes(id)),
            },
          }),
    }
  })
}
