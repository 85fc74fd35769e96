import { mayContainExpression } from '#markup/expression-tags.ts'
import type { PageEntry } from '../content/entries.ts'
import { withExpressions } from '../content/expressions.ts'
import type { SpaceView } from './view.ts'
import type { BaseVisit } from './visit.ts'

/**
 * The text of a page, with all that it includes, as the visitor reads it: expressions have the values of the variables
 * of the organization, the site, the space and the page and, with adaptive content, of the visitor's claims. The text
 * differs for visitors with other claims, so whatever is cached for it must be cached by the text.
 */
export async function withValuesFor(
  { state }: BaseVisit,
  { content }: Pick<SpaceView, 'content'>,
  { variables: page }: Pick<PageEntry, 'variables'>,
  text: string,
): Promise<string> {
  if (!mayContainExpression(text)) return text
  const { claims, shared } = state.shape
  return withExpressions(text, { variables: await content.variables(), shared, page, claims })
}
