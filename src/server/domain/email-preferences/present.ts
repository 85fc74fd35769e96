import { defaultFrequencies, type EmailPreferences, type Undeliverable } from '#contract/email-preferences.ts'
import type { PreferenceRow } from './queries.ts'

export const presentPreferences = (
  { frequencies, digestHour, timeZone, version }: PreferenceRow,
  undeliverable: Undeliverable | undefined,
): EmailPreferences => ({
  object: 'email-preferences',
  frequencies: { ...defaultFrequencies, ...frequencies },
  digest: { hour: digestHour, timeZone },
  ...(undeliverable === undefined ? {} : { undeliverable }),
  version,
})
