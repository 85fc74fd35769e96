import { counted } from './words.ts'

const named = 4

/** Names in a sentence: `Ada Sand, Ben Oak and 12 more`. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, names.length > named + 1 ? named : names.length)
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown
  if (parts.length < 2) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** One person by name, several by their number: `Ada Sand`, `3 people`. */
export const peopleOf = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : counted(names.length, 'person', 'people')
