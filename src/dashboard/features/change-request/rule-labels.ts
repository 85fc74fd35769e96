import type { MergeCheck, RuleCheck } from '#contract/merge-checks.ts'
import { ruleTitles } from '../../data/merge-rules.ts'
import { formatNames, labels, pluralize } from '../../lib/labels.ts'

type Context = {
  readonly author: string
  readonly openThreads: number
  readonly obstacles: MergeCheck['obstacles']
}
type Labels = { readonly title: string; readonly detail?: string }

/** A merge rule with its state: what is missing, or that it is met. */
export const ruleLabels = (check: RuleCheck, context: Context): Labels =>
  check.met ? metLabels(check, context) : missingLabels(check, context)

function metLabels({ rule, approvals = 0 }: RuleCheck, { author }: Context): Labels {
  switch (rule.rule) {
    case 'require_at_least_one_review':
      return { title: 'Reviewed' }
    case 'require_at_least_one_approved_review':
      return { title: pluralize(approvals, 'approval'), detail: `${rule.count ?? 1} needed.` }
    case 'require_change_request_subject':
      return { title: 'Has a subject' }
    case 'require_change_request_description':
      return { title: 'Has a description' }
    case 'require_path_owners':
      return { title: 'Path owners approved' }
    case 'require_author_to_merge':
      return { title: ruleTitles[rule.rule], detail: `${author} is the author.` }
    case 'require_specific_reviewers':
      return { title: 'All required people and teams approved' }
    case 'require_one_of_specific_reviewers':
      return { title: 'One of the required people or teams approved' }
    default:
      return { title: ruleTitles[rule.rule] }
  }
}

function missingLabels(
  { rule, approvals = 0, waitingFor, owners, brokenLinks }: RuleCheck,
  context: Context,
): Labels {
  const { author, openThreads, obstacles } = context
  const version = 'countOutdated' in rule && rule.countOutdated ? 'it' : 'the latest version'
  switch (rule.rule) {
    case 'require_at_least_one_review':
      return { title: 'Needs a review', detail: `Someone other than the author has to review ${version}.` }
    case 'require_at_least_one_approved_review': {
      const { count = 1 } = rule
      return {
        title: `${approvals} of ${pluralize(count, 'approval')}`,
        detail: `${pluralize(count - approvals, 'more person has', 'more people have')} to approve ${version}.`,
      }
    }
    case 'require_all_reviews_approved': {
      const names = obstacles.flatMap((one) =>
        one.type === 'changes-requested' ? [one.user.displayName] : [],
      )
      return {
        title: 'Changes are requested',
        detail: `${names.length > 0 ? formatNames(names) : 'The reviewer'} must approve it to merge.`,
      }
    }
    case 'require_up_to_date_change_request': {
      const outdated = obstacles.find((one) => one.type === 'outdated')
      return {
        title: outdated ? `${pluralize(outdated.behind, 'revision')} behind` : 'Behind the space',
        detail: 'Update it with the latest changes of the space.',
      }
    }
    case 'require_change_request_subject':
      return { title: 'Needs a subject', detail: 'Say in a few words what it changes.' }
    case 'require_change_request_description':
      return { title: 'Needs a description', detail: 'Say why it is needed, and what to check.' }
    case 'require_no_broken_links':
      return {
        title: `Breaks ${pluralize(brokenLinks?.count ?? 0, 'link')}`,
        detail: brokenLinkNames(brokenLinks),
      }
    case 'require_path_owners':
      return approvalLabels(
        formatNames(namesOf(waitingFor), 'or'),
        (owners ?? [])
          .map(({ pattern, pages: [first], pagesTotal }) => {
            const more = pagesTotal > 1 ? ` and ${pagesTotal - 1} more` : ''
            return `An owner of ${pattern} has to approve ${labels.quoted(first?.title || labels.untitled)}${more}.`
          })
          .join(' '),
      )
    case 'require_resolved_comments':
      return {
        title: openThreads > 0 ? pluralize(openThreads, 'open thread') : 'Open threads',
        detail: 'Resolve all threads.',
      }
    case 'require_author_to_merge':
      return { title: 'Only the author can merge', detail: `Ask ${author} to merge it.` }
    case 'require_specific_reviewers':
      return approvalLabels(
        formatNames(namesOf(waitingFor)),
        `All of them have to approve ${version}, and one member is enough for a team.`,
      )
    case 'require_one_of_specific_reviewers':
      return approvalLabels(formatNames(namesOf(waitingFor), 'or'), `One of them has to approve ${version}.`)
    case 'allow_bypass':
      return { title: ruleTitles[rule.rule] }
  }
}

/** Whether someone can approve what a rule asks for; not if it only names the author. */
export const canAnyoneMeet = ({ waitingFor }: RuleCheck): boolean =>
  waitingFor === undefined || waitingFor.users.length + waitingFor.teams.length > 0

/** Without names, the rule only asks for the author, who can’t approve it. */
const approvalLabels = (names: string, detail: string): Labels =>
  names === ''
    ? {
        title: 'Only the author is asked to approve it',
        detail: 'Authors can’t approve their own change requests. Name someone else in the rule.',
      }
    : { title: `Waiting for ${names}`, detail }

const namesOf = (waitingFor: RuleCheck['waitingFor']): readonly string[] => [
  ...(waitingFor?.users ?? []).map(({ displayName }) => displayName),
  ...(waitingFor?.teams ?? []).map(({ title }) => title),
]

const MAX_LINKS = 3

/** `“Old page” on “Guide”, “#setup” on “Start”, 1 on pages of other spaces and 2 more.` */
function brokenLinkNames(links: RuleCheck['brokenLinks']): string {
  const { count, fromOtherSpaces, items } = links ?? { count: 0, fromOtherSpaces: 0, items: [] }
  const shown = items
    .slice(0, MAX_LINKS)
    .map(({ page, target }) => `${labels.quoted(target)} on ${labels.quoted(page.title || labels.untitled)}`)
  const more = count - fromOtherSpaces - shown.length
  if (fromOtherSpaces > 0) shown.push(`${fromOtherSpaces} on pages of other spaces`)
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
