import { api } from '#contract/api.ts'
import type { followKinds } from '#contract/follows.ts'
import type { Notification } from '#contract/notifications.ts'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { idsIn, type NotificationGroup } from './groups.ts'
import { countLabel, objectLabel } from './labels.ts'
import { inboxQuery } from './queries.ts'
import type { InboxSearch } from './search-params.ts'

/** What can be done with the notifications of an inbox. All of it can be undone. */
export function useInboxActions(organizationId: string, search: InboxSearch) {
  const params = { organizationId }
  const update = useApi(api.notifications.update, {
    ...optimistic(inboxQuery(organizationId, search), (data, { body: { select } }) =>
      'ids' in select ? withItems(data, (items) => items.filter(({ id }) => !select.ids.includes(id))) : data,
    ),
    meta: { refused: 'Couldn’t update your inbox' },
  })
  const restore = useApi(api.notifications.update, { meta: { refused: 'Couldn’t undo it' } })
  const follow = useApi(api.follows.set, { meta: { refused: 'Couldn’t mute it' } })
  const before = search.state ?? 'open'
  const undo = (ids: string[]) => restore.mutate({ params, body: { select: { ids }, state: 'open' } })
  const change = (groups: readonly NotificationGroup[], state: 'open' | 'done', message?: string) => {
    const ids = idsIn(groups)
    if (ids.length === 0) return
    update.mutate({ params, body: { select: { ids }, state } })
    if (message !== undefined && before === 'open') offerUndo(message, () => undo(ids))
  }
  return {
    done: (groups: readonly NotificationGroup[]) =>
      change(groups, 'done', `Marked ${nameOf(groups)} as done`),
    /** Without a message, because the opened object is what the user looks at. */
    opened: (groups: readonly NotificationGroup[]) => change(groups, 'done'),
    reopen: (groups: readonly NotificationGroup[]) => change(groups, 'open'),
    snooze: (groups: readonly NotificationGroup[], until: Date) => {
      const ids = idsIn(groups)
      update.mutate({
        params,
        body: { select: { ids }, state: 'snoozed', until: until.toISOString() },
      })
      offerUndo(`Snoozed ${nameOf(groups)}`, () => undo(ids))
    },
    mute: (group: NotificationGroup) => {
      const path = followPathOf(group.latest)
      if (path === null) return
      follow.mutate({ params: path, body: { state: 'muted' } })
      const ids = idsIn([group])
      update.mutate({ params, body: { select: { ids }, state: 'done' } })
      offerUndo(`Muted ${labels.quoted(objectLabel(group.latest))}`, () => {
        follow.mutate({ params: path, body: { state: 'following' } })
        undo(ids)
      })
    },
    doneAll: (filter: { reasons?: Notification['reason'][]; space?: string }) =>
      restore.mutate(
        { params, body: { select: { all: true, ...filter }, state: 'done' } },
        { onSuccess: ({ ids }) => offerUndo(`Marked ${countLabel(ids.length)} as done`, () => undo(ids)) },
      ),
  }
}

const nameOf = (groups: readonly NotificationGroup[]): string => {
  const [group, ...others] = groups
  return group !== undefined && others.length === 0
    ? labels.quoted(objectLabel(group.latest))
    : countLabel(idsIn(groups).length)
}

type FollowPath = { spaceId: string; followKind: (typeof followKinds)[number]; followedId: string }

/** What is muted with a notification; null for what no one follows. */
export function followPathOf({ about: { kind, id }, space }: Notification): FollowPath | null {
  if (space === undefined) return null
  if (kind !== 'space' && kind !== 'page' && kind !== 'change-request' && kind !== 'comment') return null
  return { spaceId: space.id, followKind: kind, followedId: id }
}
