import { rewriteAt } from '#markup/links.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { suffixOf, targetOf } from './texts.ts'

/**
 * A stored text as a writer sees it: links to pages as `/path/of/page.md`, which resolve to the same page again. Links
 * to pages that are not in `paths` do not change.
 */
export async function toEditableText(markdown: string, paths: ReadonlyMap<string, string>): Promise<string> {
  if (!markdown.includes('/pages/')) return markdown
  return rewriteAt(markdown, await runTextTask('links', markdown, markdown), ({ url }) => {
    const target = targetOf(url)
    const path = target.kind === 'page' ? paths.get(target.id) : undefined
    return path === undefined ? null : `/${path}.md${suffixOf(url)}`
  })
}
