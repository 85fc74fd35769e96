import { type FrontMatter, rawFrontMatterOf } from '#markup/front-matter.ts'
import { runTextTask, TextTooComplex } from './run.ts'

/**
 * `splitFrontMatter` of `markup` for front matter of any cost. Front matter that takes too long to parse is part of the
 * body.
 */
export async function splitFrontMatter(text: string): Promise<Pick<FrontMatter, 'data' | 'body'>> {
  const raw = rawFrontMatterOf(text)
  if (raw === '') return { data: {}, body: text }
  try {
    const { data, raw: read } = await runTextTask('frontMatter', raw, raw)
    return { data, body: text.slice(read.length) }
  } catch (error) {
    if (error instanceof TextTooComplex) return { data: {}, body: text }
    throw error
  }
}
