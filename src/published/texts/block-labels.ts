import type { Labels } from '#markup/labels.ts'
import { arabic } from './blocks/arabic.ts'
import { french } from './blocks/french.ts'
import { german } from './blocks/german.ts'
import { hebrew } from './blocks/hebrew.ts'
import { japanese } from './blocks/japanese.ts'
import { spanish } from './blocks/spanish.ts'

/** The words that blocks of the text bring along, for `labels` of `toHast`. English ones stand there already. */
export function blockLabelsOf(locale: string): Partial<Labels> {
  return known[locale.toLowerCase().split('-')[0] ?? ''] ?? {}
}

const known: Readonly<Record<string, Partial<Labels>>> = {
  ar: arabic,
  de: german,
  es: spanish,
  fr: french,
  he: hebrew,
  ja: japanese,
}
