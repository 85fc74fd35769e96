import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { english, type Texts } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { hebrew } from './hebrew.ts'
import { japanese } from './japanese.ts'
import { inLanguage, type Language } from './languages.ts'
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

/** The words in a language; English where they are not translated. */
export const textsOf = (locale: string): Texts => inLanguage(known, locale) ?? english

/** Puts values into `{name}` places of a text. A place without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** A date in words, in the language of the site: “14 October 2026”. `null` when it is no date. */
export function dateInWords(timestamp: string, locale: string): string | null {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return null
  const writer = writers.get(locale) ?? writerFor(locale)
  writers.set(locale, writer)
  return writer.format(date)
}

/** Making one costs a hundred times what writing a date does; there are as many as languages of sites. */
const writers = new Map<string, Intl.DateTimeFormat>()

function writerFor(locale: string): Intl.DateTimeFormat {
  const written = locale === 'en' ? 'en-GB' : `${locale}-u-nu-latn`
  return new Intl.DateTimeFormat(written, { dateStyle: 'long', timeZone: 'UTC' })
}
