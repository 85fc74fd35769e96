import type { MergeCheck } from '#contract/merge-checks.ts'
import { labels, pluralize } from '../../lib/labels.ts'

/** The parts of a change request by their path, as tabs and windows name them. */
export const partTitles = {
  overview: 'Overview',
  comments: 'Comments',
  reviews: 'Reviews',
  pages: 'Pages',
  'reusable-content': 'Reusable content',
  files: 'Files',
  links: 'Links',
  conflicts: 'Conflicts',
} as const

type Obstacle = MergeCheck['obstacles'][number]
type Check = Pick<MergeCheck, 'mergeable' | 'obstacles'>
type Page = { readonly id: string; readonly title: string }

/** Whether the request can be merged. A draft is never called ready, nor is one that waits for a reviewer. */
export function mergeTitle({ mergeable, obstacles }: Check, isDraft: boolean): string {
  if (!mergeable) return 'Not ready to merge'
  if (isDraft) return 'Draft'
  if (wantsChanges(obstacles)) return 'Changes requested'
  return waitsForReview(obstacles) ? 'Waiting for review' : 'Ready to merge'
}

/** More about the title. Only people with the permission are told that they can merge. */
export function mergeDetail(
  { mergeable, obstacles }: Check,
  { isDraft, canMerge }: { isDraft: boolean; canMerge: boolean },
): string {
  if (!mergeable) return issuesToResolve(obstacles)
  if (isDraft) return canMerge ? 'Ask for review, or merge without one' : 'Not open for review yet'
  if (wantsChanges(obstacles))
    return canMerge ? 'A reviewer requested changes, but you can still merge' : 'By a reviewer'
  if (waitsForReview(obstacles)) return canMerge ? 'You can merge without it' : 'A review isn’t required'
  return obstacles.length === 0 ? 'No issues' : 'No conflicts'
}

/** `2 issues to resolve first`, for a request that can’t be merged. */
export function issuesToResolve(obstacles: readonly Obstacle[]): string {
  const blocking = obstacles.map((one) => (one.type === 'merge-rules' ? one.count : Number(one.blocks)))
  const count = blocking.reduce((sum, issues) => sum + issues, 0)
  return `${pluralize(Math.max(1, count), 'issue')} to resolve first`
}

const wantsChanges = (obstacles: readonly Obstacle[]): boolean =>
  obstacles.some(({ type }) => type === 'changes-requested')

const waitsForReview = (obstacles: readonly Obstacle[]): boolean =>
  obstacles.some(({ type }) => type === 'review-requested' || type === 'team-review-requested')

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

/** `second in line` in the merge queue. */
export const placeInLine = (position: number): string =>
  `${ordinals[position - 1] ?? `number ${position}`} in line`

/** `1 conflict in Terminal block`, or how many pages have conflicts. */
export function conflictsTitle(count: number, pages: readonly Page[]): string {
  const conflicts = pluralize(count, 'conflict')
  const distinct = [...new Map(pages.map((page) => [page.id, page])).values()]
  if (distinct.length === 0) return conflicts
  const [first] = distinct
  return distinct.length === 1
    ? `${conflicts} in ${first?.title || labels.untitled}`
    : `${conflicts} in ${pluralize(distinct.length, 'page')}`
}

/** Title and detail of one obstacle. */
export function obstacleLabels(obstacle: Obstacle): { title: string; detail: string } {
  switch (obstacle.type) {
    case 'status':
      return {
        title: obstacle.status === 'archived' ? 'It’s archived' : 'It’s already merged',
        detail: obstacle.status === 'archived' ? 'Reopen it to merge it.' : 'Start a new one to change more.',
      }
    case 'conflicts':
      return {
        title: conflictsTitle(obstacle.count, []),
        detail: 'The space and this change request changed the same content in different ways.',
      }
    case 'merge-rules':
      return {
        title: `${pluralize(obstacle.count, 'merge rule')} not met`,
        detail: 'The organization, a collection or the space requires more before a merge.',
      }
    case 'review-requested':
      return {
        title: `Waiting for ${possessive(obstacle.user.displayName)} review`,
        detail: 'Hasn’t reviewed the latest version.',
      }
    case 'team-review-requested':
      return {
        title: `Waiting for a review by ${obstacle.team.title}`,
        detail: 'One review by a member is enough.',
      }
    case 'changes-requested':
      return {
        title: `${obstacle.user.displayName} requested changes`,
        detail: 'Resolve this with the reviewer before merging.',
      }
    case 'outdated-approval':
      return {
        title: `${obstacle.user.displayName} approved`,
        detail: 'For an earlier version. It has been edited since.',
      }
    case 'outdated':
      return {
        title: `${pluralize(obstacle.behind, 'revision')} behind`,
        detail: 'Other people’s changes elsewhere are merged automatically.',
      }
  }
}

const possessive = (name: string): string => `${name}’s`
