import { defaultFrequencies, type EmailPreferences } from '#contract/email-preferences.ts'
import type { PreferenceRow } from './queries.ts'

export const presentPreferences = (
  { frequencies, digestHour, timeZone, version }: PreferenceRow,
  rejected: { readonly error: string; readonly createdAt: Date } | undefined,
): EmailPreferences => ({
  object: 'email-preferences',
  frequencies: { ...defaultFrequencies, ...frequencies },
  digest: { hour: digestHour, timeZone },
  ...(rejected === undefined
    ? {}
    : { undeliverable: { error: rejected.error, since: rejected.createdAt.toISOString() } }),
  version,
})
