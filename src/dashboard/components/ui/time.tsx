import { useSyncExternalStore } from 'react'
import { pluralize } from '../../lib/labels.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `just now`, `12 min`, `2 h`, `yesterday`, `3 d`, `11 Nov`, `11 Nov 2024`. */
export function formatRelative(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  const days = daysBetween(at, now)
  if (days === 0) return `${Math.floor(age / hour)} h`
  if (days === 1) return 'yesterday'
  if (days < 7) return `${days} d`
  return (at.getFullYear() === now.getFullYear() ? dayAndMonth : shortDate).format(at)
}

/** When something in the future happens: `in 5 minutes`. */
export function formatUntil(at: Date, now: Date): string {
  const left = at.getTime() - now.getTime()
  if (left < second) return 'now'
  if (left < minute) return `in ${pluralize(Math.ceil(left / second), 'second')}`
  if (left < hour) return `in ${pluralize(Math.round(left / minute), 'minute')}`
  return `in ${pluralize(Math.round(left / hour), 'hour')}`
}

// Made once: to make one takes longer than to draw the row it is in.
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const longDate = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
  timeZone: 'UTC',
})

const agoOf = (relative: string): string => (/^\d+ (min|h|d)$/.test(relative) ? `${relative} ago` : relative)

const daysBetween = (at: Date, now: Date): number =>
  Math.round((startOf(now).getTime() - startOf(at).getTime()) / day)

const startOf = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate())

/** `21 November 2026, 08:12 UTC` */
export const formatExact = (at: Date): string =>
  `${longDate.format(at)}, ${at.toISOString().slice(11, 16)} UTC`

let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

/** One clock for all times on screen, so that a list of thousands has one timer. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, minute / 2)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

type Props = {
  at: string
  prefix?: string
  /** `12 min ago` instead of `12 min`, within a sentence. */
  ago?: boolean
}

/** A moment as people say it, with the exact one as its title. */
export function Time({ at, prefix = '', ago = false }: Props) {
  const current = useSyncExternalStore(subscribe, () => now)
  const moment = new Date(at)
  const relative = formatRelative(moment, current.getTime() < moment.getTime() ? moment : current)
  return (
    <time dateTime={at} title={`${prefix}${formatExact(moment)}`}>
      {ago ? agoOf(relative) : relative}
    </time>
  )
}
