import { rightToLeftLanguage } from '#published/texts/text-language.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { SpaceView } from './view.ts'

/** Enough to detect the script of a space. */
const MAX_TITLES = 200

const languages = new WeakMap<SpaceView, string | null>()

/** The language of a space whose titles are in a right-to-left script, else null. */
export function languageOf(view: SpaceView): string | null {
  const cached = languages.get(view)
  if (cached !== undefined) return cached
  const language = languageOfPages(view.order) ?? languageOfTitles([view.siteSpace.title])
  languages.set(view, language)
  return language
}

export const languageOfPages = (pages: readonly PageNode[]): string | null =>
  languageOfTitles(pages.slice(0, MAX_TITLES).map(({ entry }) => entry.title))

const languageOfTitles = (titles: readonly string[]): string | null =>
  rightToLeftLanguage(titles.join('\n'), 1) ?? null

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  ['ar', 'fa', 'he', 'ur'].includes(locale) ? 'rtl' : 'ltr'
