import type { Notification } from '#contract/notifications.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4

/** The hour and minute of a moment in a time zone, such as `08:00`. */
function clockOf(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => format.format(at)
}

/**
 * The last moment until now at which it was an hour of the day in a time zone. All zones are a multiple of a quarter of
 * an hour from UTC. When clocks skip the hour, the digest of that day is sent a day later.
 */
export function lastDigest(now: Date, hour: number, timeZone: string): Date {
  const clock = clockOf(timeZone)
  const wanted = `${String(hour).padStart(2, '0')}:00`
  const latest = Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS
  for (let at = latest; at > latest - 50 * HOUR_MS; at -= QUARTER_MS)
    if (clock(at) === wanted) return new Date(at)
  return new Date(latest - 24 * HOUR_MS)
}

/** What happened, as a sentence without its object: `Ada mentioned you`. */
export function sentenceOf({
  reason,
  actor,
  outcome,
}: Pick<Notification, 'reason' | 'actor' | 'outcome'>): string {
  const by = actor?.displayName ?? 'Someone'
  switch (reason) {
    case 'mention':
      return `${by} mentioned you`
    case 'review_requested':
      return `${by} asked you to review`
    case 'page_overdue':
      return 'Check whether the page is still correct'
    case 'access_requested':
      return `${by} asked for access`
    case 'access_decided':
      return outcome === 'granted' ? `${by} granted you access` : `${by} declined your request for access`
    case 'access_granted':
      return `${by} gave you access`
    case 'import_failed':
      return 'The import failed'
    case 'openapi_failed':
      return 'The specification can’t be updated'
    case 'conflict':
      return 'The change request has conflicts'
    case 'merge_canceled':
      return 'The change request no longer merges when ready'
    case 'review_submitted':
      return outcome === 'approved' ? `${by} approved the changes` : `${by} requested changes`
    case 'merged':
      return actor === undefined ? 'The change request was merged' : `${by} merged the change request`
    case 'reply':
      return `${by} replied`
    case 'comment':
      return `${by} commented`
    case 'thread_resolved':
      return `${by} resolved the thread`
    case 'page_changed':
      return `${by} changed the page`
    case 'space_changed':
      return `${by} changed the space`
  }
}

/** What a notification is about: `#12 New prices (Handbook)`. */
export function objectNameOf({ about, space }: Pick<Notification, 'about' | 'space'>): string {
  const number = about.number === undefined ? '' : `#${about.number}`
  const name = [number, about.title].filter((part) => part !== '').join(' ') || 'Untitled'
  return space === undefined || space.id === about.id ? name : `${name} (${space.title || 'Untitled space'})`
}

/** What the link of a notification does. Replying is done where the thread is. */
export const linkLabelOf = ({ reason, comment }: Pick<Notification, 'reason' | 'comment'>): string => {
  if (reason === 'review_requested') return 'Review'
  return comment === undefined ? 'Open' : 'Reply'
}
