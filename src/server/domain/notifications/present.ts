import type { Notification } from '#contract/notifications.ts'
import type { Context } from '../../context.ts'
import { excerptOf } from '../home/rules.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser, type UserRow } from '../users/present.ts'
import type { NotificationRow } from './queries.ts'
import { pathOf, stateOf } from './rules.ts'

/** What is needed to present notifications of an organization; a job has it too. */
type PresentContext = Pick<Context, 'db' | 'urls' | 'now'> & {
  readonly access: Pick<Context['access'], 'organizationId'>
}

/** Notifications as the API returns them; the people in them are read with one query. */
export async function presentNotifications(
  ctx: PresentContext,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const ids = rows.flatMap(({ actorId, mentions }) => [actorId, ...mentions])
  const people = await authorsByIds(ctx.db, ctx.access.organizationId, ids)
  return rows.map((row) => presentNotification(ctx, row, people))
}

function presentNotification(
  ctx: PresentContext,
  row: NotificationRow,
  people: ReadonlyMap<string, UserRow>,
): Notification {
  const { id, reason, actorId, commentId, events, createdAt, listedAt } = row
  const state = stateOf(row, ctx.now())
  const excerpt = row.body === null ? row.detail : excerptOf(row.body, (one) => people.get(one)?.displayName)
  return {
    object: 'notification',
    id,
    reason,
    about: objectOf(row),
    ...placeOf(row),
    ...(commentId === null ? {} : { comment: commentId }),
    ...(actorId === null ? {} : { actor: presentUser(people.get(actorId) ?? formerUser(actorId), ctx.urls) }),
    ...(excerpt === '' ? {} : { excerpt }),
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    events,
    state,
    createdAt: createdAt.toISOString(),
    ...(state === 'snoozed' ? { snoozedUntil: listedAt.toISOString() } : {}),
    urls: { app: ctx.urls.app(pathOf(ctx.access.organizationId, row)) },
  }
}

function objectOf(row: NotificationRow): Notification['about'] {
  const { kind, objectId, number, spaceEmoji } = row
  return {
    kind,
    id: objectId,
    title: titleOf(row),
    ...(kind === 'change-request' && number !== null ? { number } : {}),
    ...(kind === 'space' && spaceEmoji !== null ? { emoji: spaceEmoji } : {}),
  }
}

/** What the object is called now, and at the time of the event if it has no title of its own. */
function titleOf({ kind, title, ...row }: NotificationRow): string {
  const current = {
    'change-request': row.subject,
    page: row.pageTitle,
    comment: row.pageTitle ?? row.spaceTitle,
    space: row.spaceTitle,
    site: row.siteTitle,
    collection: row.collectionTitle,
    import: null,
    'openapi-spec': null,
    organization: null,
  }[kind]
  return current ?? title
}

const placeOf = ({ spaceId, spaceTitle, spaceEmoji, pageId, pageTitle }: NotificationRow) => ({
  ...(spaceId === null
    ? {}
    : {
        space: {
          id: spaceId,
          title: spaceTitle ?? '',
          ...(spaceEmoji === null ? {} : { emoji: spaceEmoji }),
        },
      }),
  ...(pageId === null ? {} : { page: { id: pageId, title: pageTitle ?? '' } }),
})
