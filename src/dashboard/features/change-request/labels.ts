import type { MergeCheck } from '#contract/change-requests.ts'
import { pluralize } from '../../lib/labels.ts'

type Obstacle = MergeCheck['obstacles'][number]

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** `Two things`, `14 things`. */
const countThings = (count: number): string =>
  `${numbers[count] ?? count.toLocaleString('en')} ${count === 1 ? 'thing' : 'things'}`

/** Whether the request can be merged, as a title and a detail. */
export function mergeSummary(
  { mergeable, obstacles }: Pick<MergeCheck, 'mergeable' | 'obstacles'>,
  isDraft: boolean,
): { title: string; detail: string } {
  const blocking = obstacles.filter(({ blocks }) => blocks).length
  if (!mergeable) {
    const count = Math.max(1, blocking)
    return {
      title: 'Not ready to merge',
      detail: `${countThings(count)} ${count === 1 ? 'blocks' : 'block'} merging.`,
    }
  }
  if (isDraft) return { title: 'Draft', detail: 'Ask for a review, or merge it without one.' }
  const changesRequested = obstacles.find(({ type }) => type === 'changes-requested')
  if (changesRequested) {
    return {
      title: 'Changes requested',
      detail: 'Merging is possible, but a reviewer asked for changes first.',
    }
  }
  if (obstacles.length === 0) return { title: 'Ready to merge', detail: 'No issues.' }
  const is = obstacles.length === 1 ? 'is' : 'are'
  return { title: 'Ready to merge', detail: `${countThings(obstacles.length)} ${is} worth checking first.` }
}

/** Title and detail of one obstacle. */
export function obstacleLabels(obstacle: Obstacle): { title: string; detail: string } {
  switch (obstacle.type) {
    case 'status':
      return {
        title: obstacle.status === 'archived' ? 'It is archived' : 'It is merged already',
        detail: obstacle.status === 'archived' ? 'Reopen it to merge it.' : 'Start a new one to change more.',
      }
    case 'conflicts':
      return {
        title: pluralize(obstacle.count, 'conflict'),
        detail: 'The space and this change request changed the same content differently.',
      }
    case 'review-requested':
      return {
        title: `${obstacle.user.displayName} has not reviewed yet`,
        detail: 'Hasn’t reviewed the latest version.',
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
