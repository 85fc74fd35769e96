import type { locales } from '#contract/shared/customization-values.ts'
import { dateFormat } from '#markup/date-format.ts'
import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { english, type Texts } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { hebrew } from './hebrew.ts'
import { japanese } from './japanese.ts'
import { norwegian } from './norwegian.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

const known: Readonly<Record<Language, Texts>> = {
  en: english,
  ar: arabic,
  de: german,
  es: spanish,
  fr: french,
  he: hebrew,
  ja: japanese,
  nl: dutch,
  no: norwegian,
  'pt-br': portuguese,
  ru: russian,
  zh: chinese,
}

/** The texts in a language; English if there is no translation. */
export const textsOf = (locale: string): Texts => forLocale(known, locale) ?? english

/** Replaces `{name}` placeholders. Placeholders without a value are not changed. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** A date in the language of the site, such as “14 October 2026”; null if it is invalid. */
export function formatDate(timestamp: string, locale: string): string | null {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return null
  const formatter = formatters.get(locale) ?? dateFormat(locale, 'long')
  formatters.set(locale, formatter)
  return formatter.format(date)
}

/** Cached, because creating a formatter is a hundred times slower than formatting a date. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Selectable site languages, and those that are detected from the text. All have translations. */
export type Language = (typeof locales)[number] | 'ar' | 'he'

/** The value for a locale, or for its language; undefined if there is none. */
export function forLocale<Value>(
  translations: Readonly<Record<Language, Value>>,
  locale: string,
): Value | undefined {
  const values: Readonly<Record<string, Value>> = translations
  const language = locale.toLowerCase()
  return values[language] ?? values[language.split('-')[0] ?? '']
}
