import type { locales } from '#contract/shared/customization-values.ts'

/** The languages that can be chosen for a site, and those that letters tell. All need words. */
export type Language = (typeof locales)[number] | 'ar' | 'he'

/** What is kept for a locale, or for its language alone; undefined where there is nothing. */
export function inLanguage<Words>(
  known: Readonly<Record<Language, Words>>,
  locale: string,
): Words | undefined {
  const words: Readonly<Record<string, Words>> = known
  const language = locale.toLowerCase()
  return words[language] ?? words[language.split('-')[0] ?? '']
}
