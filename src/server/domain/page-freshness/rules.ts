import type { PageReviewSettings } from '#contract/page-freshness.ts'

/** What is set for a page, or for a space with an empty page id. */
export type StoredSettings = {
  readonly ownerId: string | null
  readonly months: number | null
  readonly dueOn: string | null
}

/** Stored instead of `never`, since null means that the interval of the space applies. */
const NEVER = 0

/** The calendar day of a moment in UTC: `2026-11-27`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Settings as they are stored, after a change of some fields. Another interval replaces a chosen date. */
export function changedSettings(
  before: StoredSettings,
  {
    owner,
    interval,
    dueOn,
  }: { readonly [K in keyof PageReviewSettings]?: PageReviewSettings[K] | undefined },
): StoredSettings {
  const months = interval === undefined ? before.months : interval === 'never' ? NEVER : interval
  const keptDueOn = months === before.months ? before.dueOn : null
  return {
    ownerId: owner === undefined ? before.ownerId : owner,
    months,
    dueOn: dueOn === undefined ? keptDueOn : dueOn,
  }
}

/** Whether an interval begins: reviews then count from that day, and not from earlier ones. */
export const beginsInterval = (before: StoredSettings, after: StoredSettings): boolean =>
  (after.months ?? NEVER) !== NEVER && (before.months ?? NEVER) === NEVER

/** Stored settings with the names and values of the API. */
export const settingsOf = ({ ownerId, months, dueOn }: StoredSettings): PageReviewSettings => ({
  owner: ownerId,
  interval: months === NEVER ? 'never' : months,
  dueOn,
})
