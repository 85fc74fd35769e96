import { TextTooComplex } from '../text-tasks/run.ts'
import type { PageEntry } from './entries.ts'
import { parsedText } from './parsed-texts.ts'
import type { TextParts } from './texts.ts'

/** A page with what the indexes contain of its text. */
export type Indexed = {
  readonly entry: PageEntry
  readonly markdown: string
  readonly parts: TextParts
  readonly urls: readonly string[]
  /** Ids of the reusable contents that it includes. */
  readonly shows: readonly string[]
}

/**
 * The parts of a stored text for the indexes. A text that takes too long to parse is found by its words only, because
 * it must not keep others from being merged.
 */
export async function indexedParts(markdown: string): Promise<TextParts> {
  try {
    return await parsedText(markdown)
  } catch (error) {
    if (!(error instanceof TextTooComplex)) throw error
    return {
      sections: [{ anchor: '', title: '', level: 0, text: markdown }],
      links: [],
      operations: [],
      expressions: [],
    }
  }
}
