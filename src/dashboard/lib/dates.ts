/** A day as fields of dates have it, where somebody is: `2026-11-21`. */
export const isoDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
