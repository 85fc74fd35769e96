import type { MergeCheck } from '#contract/change-requests.ts'
import { counted } from '../../lib/words.ts'

type Obstacle = MergeCheck['obstacles'][number]

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** `Two things`, `14 things`. */
const things = (count: number): string =>
  `${numbers[count] ?? count.toLocaleString('en')} ${count === 1 ? 'thing' : 'things'}`

/** Whether it can be merged, in two lines. */
export function verdict({ mergeable, obstacles }: Pick<MergeCheck, 'mergeable' | 'obstacles'>): {
  head: string
  says: string
} {
  const blocking = obstacles.filter(({ blocks }) => blocks).length
  if (!mergeable) {
    const count = Math.max(1, blocking)
    return {
      head: 'Not ready to merge',
      says: `${things(count)} ${count === 1 ? 'stands' : 'stand'} in the way.`,
    }
  }
  if (obstacles.length === 0) return { head: 'Ready to merge', says: 'Nothing stands in the way.' }
  const is = obstacles.length === 1 ? 'is' : 'are'
  return { head: 'Ready to merge', says: `${things(obstacles.length)} ${is} worth a look before.` }
}

/** One thing in the way, in words. */
export function obstacleWords(obstacle: Obstacle): { title: string; says: string } {
  switch (obstacle.type) {
    case 'status':
      return {
        title: obstacle.status === 'archived' ? 'It is archived' : 'It is merged already',
        says: obstacle.status === 'archived' ? 'Reopen it to merge it.' : 'Start a new one to change more.',
      }
    case 'conflicts':
      return {
        title: counted(obstacle.count, 'conflict'),
        says: 'The space and this request changed the same in different ways.',
      }
    case 'review-requested':
      return {
        title: `${obstacle.user.displayName} has not reviewed yet`,
        says: 'Asked, and has not judged what it holds now.',
      }
    case 'changes-requested':
      return {
        title: `${obstacle.user.displayName} asked for changes`,
        says: 'Approve again, or talk about it, before it is merged.',
      }
    case 'outdated-approval':
      return {
        title: `${obstacle.user.displayName} approved`,
        says: 'For an earlier version; it was edited since.',
      }
    case 'outdated':
      return {
        title: `${counted(obstacle.behind, 'revision')} behind`,
        says: 'What others changed elsewhere merges by itself.',
      }
  }
}
