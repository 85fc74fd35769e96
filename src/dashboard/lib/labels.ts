import { version } from '../../../package.json'

/** Texts used in more than one feature. Sentence case, verbs on buttons, no exclamation marks. */
export const labels = {
  unreachable: 'The service can’t be reached. Nothing was changed.',
  unexpected: 'Something went wrong on our side. Nothing was changed.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  undo: 'Undo',
  search: 'Search or go to',
  loading: 'Loading',
  optional: 'Optional',
  left: (count: number) => `${count} left`,
  over: (count: number, limit: number) => `${count} over ${limit}`,
  move: (title: string) => `Move ${title}`,
  open: (title: string) => `Open ${title}`,
  shut: (title: string) => `Close ${title}`,
  actionsFor: (title: string) => `Actions for ${title}`,
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => `${count} selected`,
  quoted: (title: string) => `“${title}”`,
  leaveDirty: 'Save your changes before leaving?',
  untitled: 'Untitled',
  notFound: 'Not found',
} as const

/** `1 space`, `3 spaces`. The plural is the singular with an s by default. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const MAX_NAMES = 4

/** Names in a sentence: `Ada Sand, Ben Oak and 12 more`. */
export function formatNames(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const shown = names.slice(0, names.length > MAX_NAMES + 1 ? MAX_NAMES : names.length)
  const hidden = names.length - shown.length
  const parts = hidden > 0 ? [...shown, `${hidden} more`] : shown
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} ${conjunction} ${parts.at(-1)}`
}

/** One person by name, several as a count: `Ada Sand`, `3 people`. */
export const formatPeople = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : pluralize(names.length, 'person', 'people')

/** A date in the local time zone as date fields use it: `2026-11-21`. */
export const isoDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** The first moment of a day such as `2026-11-21` in the local time zone, as the API takes it. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()

/** The last moment of a day in the local time zone. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()

/** Version of the product. */
export const productVersion: string = version
