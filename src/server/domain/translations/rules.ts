import { createHash } from 'node:crypto'
import type { TranslationState } from '#contract/space-translations.ts'
import { cutText } from '#markup/cut-text.ts'
import { nativeLanguageName } from '../space-languages/language-name.ts'

/**
 * Identifies what there is to translate on a page: title, description and text. `page-queries.ts` computes the same in
 * SQL.
 */
export const textHash = (page: {
  readonly title: string
  readonly description?: string | undefined
  /** Hash of the text, base64url; absent without text. */
  readonly body?: string | undefined
}): Buffer =>
  createHash('sha256')
    .update(`${page.title}\u0001${page.description ?? ''}\u0001`)
    .update(Buffer.from(page.body ?? '', 'base64url'))
    .digest()

type Facts = {
  readonly hasPage: boolean
  readonly hasSource: boolean
  /** The hash of the source page, hexadecimal. */
  readonly sourceHash: string | undefined
  /** Its hash when the translation was confirmed; null if it never was. */
  readonly confirmedHash: string | null
}

export function stateOf({ hasPage, hasSource, sourceHash, confirmedHash }: Facts): TranslationState {
  if (!hasPage) return 'missing'
  if (!hasSource) return 'unpaired'
  if (confirmedHash === null) return 'unconfirmed'
  return confirmedHash === sourceHash ? 'up-to-date' : 'outdated'
}

/** Orders paths like a page tree: a page before its subpages, those before the next page, and 2 before 10. */
export const treeOrderKey = (path: string): string =>
  path.replaceAll('/', '\u0001').replace(/\d+/g, (digits) => digits.padStart(12, '0'))

const MAX_TITLE = 50

/** The title of a new translation, such as `Guides (Deutsch)`, shortened to the limit of 50 characters. */
export function translationTitle(title: string, language: string): string {
  // A region, as in `Português (Brasil)`, follows a comma inside the parentheses.
  const suffix = ` (${nativeLanguageName(language).replace(/ \((.+)\)$/, ', $1')})`
  return `${cutText(title, MAX_TITLE - suffix.length).trimEnd()}${suffix}`
}
