import { mayHaveIncludeTag, rewriteIncludesAt } from '#markup/includes.ts'
import { type Link, rewriteAt } from '#markup/links.ts'
import { runTextTask, TextTooComplex } from './run.ts'

/** `rewriteLinks` of `markup` for a text of any cost. A text that takes too long to parse does not change. */
export async function rewriteLinks(
  markdown: string,
  rewrite: (link: Link) => string | null,
): Promise<string> {
  return rewriteAt(markdown, await orNone(runTextTask('links', markdown, markdown)), rewrite)
}

/** Changes the URLs of include tags; null leaves a URL unchanged. A text that takes too long to parse does not change. */
export async function rewriteIncludes(
  markdown: string,
  rewrite: (url: string) => string | null,
): Promise<string> {
  if (!mayHaveIncludeTag(markdown)) return markdown
  return rewriteIncludesAt(markdown, await orNone(runTextTask('includeLinks', markdown, markdown)), rewrite)
}

async function orNone<T>(links: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await links
  } catch (error) {
    if (error instanceof TextTooComplex) return []
    throw error
  }
}
