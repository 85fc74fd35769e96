import { english, type Labels } from '#markup/labels.ts'
import { arabic } from './blocks/arabic.ts'
import { chinese } from './blocks/chinese.ts'
import { dutch } from './blocks/dutch.ts'
import { french } from './blocks/french.ts'
import { german } from './blocks/german.ts'
import { hebrew } from './blocks/hebrew.ts'
import { japanese } from './blocks/japanese.ts'
import { norwegian } from './blocks/norwegian.ts'
import { portuguese } from './blocks/portuguese.ts'
import { russian } from './blocks/russian.ts'
import { spanish } from './blocks/spanish.ts'
import { forLocale, type Language } from './texts.ts'

const translations: Readonly<Record<Language, Labels>> = {
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

/** Labels of rendered blocks for `toHast`; English if there is no translation. */
export const blockLabelsOf = (locale: string): Labels => forLocale(translations, locale) ?? english
