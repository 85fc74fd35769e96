import type { Notification } from '#contract/notifications.ts'

/** The notifications about one object, the latest first; never empty. */
export type NotificationGroup = {
  readonly id: string
  readonly latest: Notification
  readonly items: readonly Notification[]
}

/** One group per object, in the order of the list, which has the notifications about an object together. */
export function groupByObject(items: readonly Notification[]): NotificationGroup[] {
  const groups = Map.groupBy(items, ({ about: { kind, id } }) => `${kind}-${id}`)
  return [...groups].flatMap(([id, some]) => {
    const [latest] = some
    return latest === undefined ? [] : [{ id, latest, items: some }]
  })
}

/** The ids of all notifications in some groups. */
export const idsIn = (groups: readonly NotificationGroup[]): string[] =>
  groups.flatMap(({ items }) => items.map(({ id }) => id))

/** The path of the dashboard in an absolute URL. */
export function pathIn(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
