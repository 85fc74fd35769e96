import { writtenIn } from '#published/texts/written-in.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { SpaceView } from './view.ts'

/** Titles of more pages tell nothing new. */
const enough = 200

const known = new WeakMap<SpaceView, string | null>()

/** The language of a space whose titles are in letters that run from right to left, else null. */
export function languageOf(view: SpaceView): string | null {
  const kept = known.get(view)
  if (kept !== undefined) return kept
  const found = languageOfPages(view.order) ?? languageOfTitles([view.siteSpace.title])
  known.set(view, found)
  return found
}

export const languageOfPages = (pages: readonly PageNode[]): string | null =>
  languageOfTitles(pages.slice(0, enough).map(({ entry }) => entry.title))

const languageOfTitles = (titles: readonly string[]): string | null => writtenIn(titles.join('\n'), 1) ?? null

/** Which way lines of a language run. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  ['ar', 'fa', 'he', 'ur'].includes(locale) ? 'rtl' : 'ltr'
