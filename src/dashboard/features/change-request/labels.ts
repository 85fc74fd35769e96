import type { MergeCheck } from '#contract/merge-checks.ts'
import { labels, pluralize } from '../../lib/labels.ts'

type Obstacle = MergeCheck['obstacles'][number]
type Page = { readonly id: string; readonly title: string }

/**
 * Whether the request can be merged, as a title and a detail. A draft is never called ready, nor is a request that a
 * reviewer wants changed or has yet to review. Only people with the permission are told that they can merge.
 */
export function mergeSummary(
  { mergeable, obstacles }: Pick<MergeCheck, 'mergeable' | 'obstacles'>,
  { isDraft, canMerge }: { isDraft: boolean; canMerge: boolean },
): { title: string; detail: string } {
  if (!mergeable) {
    const blocking = obstacles.map((one) => (one.type === 'merge-rules' ? one.count : Number(one.blocks)))
    const count = Math.max(
      1,
      blocking.reduce((sum, issues) => sum + issues, 0),
    )
    return { title: 'Not ready to merge', detail: `${pluralize(count, 'issue')} to resolve first` }
  }
  if (isDraft)
    return {
      title: 'Draft',
      detail: canMerge ? 'Ask for review, or merge without one' : 'Not open for review yet',
    }
  const has = (type: Obstacle['type']) => obstacles.some((obstacle) => obstacle.type === type)
  if (has('changes-requested'))
    return {
      title: 'Changes requested',
      detail: canMerge ? 'A reviewer requested changes, but you can still merge' : 'By a reviewer',
    }
  if (has('review-requested') || has('team-review-requested'))
    return {
      title: 'Waiting for review',
      detail: canMerge ? 'You can merge without it' : 'A review isn’t required',
    }
  return { title: 'Ready to merge', detail: obstacles.length === 0 ? 'No issues' : 'No conflicts' }
}

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
