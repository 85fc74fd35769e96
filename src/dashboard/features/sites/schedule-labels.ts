import type { ScheduledChange } from '#contract/site-scheduled-actions.ts'
import type { Site } from '#contract/sites.ts'
import { audienceLabels } from './labels.tsx'

/** What the schedule dialog starts with. */
export type SchedulePreset = {
  readonly type?: ScheduledChange['type']
  readonly visibility?: Site['visibility']
  /** Whether publishing the plan redirects the old addresses. */
  readonly redirect?: boolean
}

/** What a scheduled change does: `Change the audience to “Unlisted”`. */
export function changeLabel(change: ScheduledChange): string {
  switch (change.type) {
    case 'publish':
      return 'Publish the site'
    case 'unpublish':
      return 'Unpublish the site'
    case 'change-audience':
      return `Change the audience to “${audienceLabels[change.visibility]}”`
    case 'publish-plan':
      return 'Publish the plan'
  }
}

/** A time in the zone in which it was chosen: `24 November 2026, 09:00 (Europe/Amsterdam)`. */
export const formatInZone = (at: string, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(new Date(at))
    .replace(' at ', ', ')} (${timeZone})`

/** The time zone of this browser. */
export const localTimeZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone

/** A time as a `datetime-local` field shows it, in the time zone of this browser: `2026-11-24T09:00`. */
export function toLocalInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
