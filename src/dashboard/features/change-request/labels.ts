import type { MergeCheck } from '#contract/change-requests.ts'
import { pluralize } from '../../lib/labels.ts'

type Obstacle = MergeCheck['obstacles'][number]

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** `Two things`, `14 things`. */
const countThings = (count: number): string =>
  `${numbers[count] ?? count.toLocaleString('en')} ${count === 1 ? 'thing' : 'things'}`

/** Whether the request can be merged, as a title and a detail. */
export function mergeSummary({ mergeable, obstacles }: Pick<MergeCheck, 'mergeable' | 'obstacles'>): {
  title: string
  detail: string
} {
  const blocking = obstacles.filter(({ blocks }) => blocks).length
  if (!mergeable) {
    const count = Math.max(1, blocking)
    return {
      title: 'Not ready to merge',
      detail: `${countThings(count)} ${count === 1 ? 'stands' : 'stand'} in the way.`,
    }
  }
  if (obstacles.length === 0) return { title: 'Ready to merge', detail: 'Nothing stands in the way.' }
  const is = obstacles.length === 1 ? 'is' : 'are'
  return { title: 'Ready to merge', detail: `${countThings(obstacles.length)} ${is} worth a look before.` }
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
        detail: 'The space and this request changed the same in different ways.',
      }
    case 'review-requested':
      return {
        title: `${obstacle.user.displayName} has not reviewed yet`,
        detail: 'Asked, and has not judged what it holds now.',
      }
    case 'changes-requested':
      return {
        title: `${obstacle.user.displayName} asked for changes`,
        detail: 'Approve again, or talk about it, before it is merged.',
      }
    case 'outdated-approval':
      return {
        title: `${obstacle.user.displayName} approved`,
        detail: 'For an earlier version; it was edited since.',
      }
    case 'outdated':
      return {
        title: `${pluralize(obstacle.behind, 'revision')} behind`,
        detail: 'What others changed elsewhere merges by itself.',
      }
  }
}
