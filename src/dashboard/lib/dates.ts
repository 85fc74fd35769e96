/** A date in the local time zone as date fields use it: `2026-11-21`. */
export const isoDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
