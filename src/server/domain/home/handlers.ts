import { type Home, home, homeSteps } from '#contract/home.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { handle } from '../../handle.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { changesByOthers, stepsDone, waitingConversations } from './queries.ts'
import { excerptOf } from './rules.ts'

const DAY_MS = 86_400_000
const CONVERSATION_DAYS = 30
const CHANGE_DAYS = 7

export const homeHandlers = handle(home, {
  async get(ctx): Promise<Home> {
    const viewer = viewerOf(ctx)
    const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
    const [conversations, changes, done] = await Promise.all([
      waitingConversations(ctx.db, viewer, daysAgo(CONVERSATION_DAYS)),
      changesByOthers(ctx.db, viewer, daysAgo(CHANGE_DAYS)),
      stepsDone(ctx.db, viewer.organizationId),
    ])
    const ids = [
      ...conversations.flatMap(({ by, mentions }) => [by, ...mentions]),
      ...changes.map(({ by }) => by),
    ]
    const people = await authorsByIds(ctx.db, viewer.organizationId, ids)
    const person = (id: string) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)
    return {
      object: 'home',
      conversations: conversations.map(
        ({ reason, commentId, body, by, at, pageId, pageTitle, number, subject, ...row }) => ({
          reason,
          comment: commentId,
          excerpt: excerptOf(body, (id) => people.get(id)?.displayName),
          by: person(by),
          at: at.toISOString(),
          space: spaceOf(row),
          ...(pageId === null ? {} : { page: { id: pageId, title: pageTitle ?? '' } }),
          ...(number === null ? {} : { changeRequest: { number, subject: subject ?? '' } }),
        }),
      ),
      changes: changes.map(({ by, at, edits, ...row }) => ({
        space: spaceOf(row),
        ...(by === null ? {} : { by: person(by) }),
        at: at.toISOString(),
        edits,
      })),
      steps: homeSteps.map((step) => ({ step, done: done[step] })),
    }
  },
})

type SpaceColumns = { spaceId: string; spaceTitle: string; spaceEmoji: string | null }

const spaceOf = ({ spaceId, spaceTitle, spaceEmoji }: SpaceColumns): Home['changes'][number]['space'] => ({
  id: spaceId,
  title: spaceTitle,
  ...(spaceEmoji === null ? {} : { emoji: spaceEmoji }),
})
