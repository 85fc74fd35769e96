import { runTextTask } from '../text-tasks/run.ts'
import type { TranslationTexts } from './translate-markdown.ts'

/** Translates texts; as many as it gets, in the same order. */
type TranslateTexts = (texts: readonly string[]) => Promise<readonly string[]>

/**
 * The original with its text nodes translated. Blocks that have not changed since the confirmation keep their present
 * translation, as long as both sides have the same blocks in the same order.
 * @throws {DomainError} see `runTextTask`
 */
export async function translateMarkdown(texts: TranslationTexts, translate: TranslateTexts): Promise<string> {
  const parsed = [texts.original, texts.confirmed ?? '', texts.translation]
  const parts = await runTextTask('textsToTranslate', texts, ...parsed)
  const translations = parts.length === 0 ? [] : await translate(parts)
  return runTextTask('translatedMarkdown', { texts, translations }, ...parsed)
}
