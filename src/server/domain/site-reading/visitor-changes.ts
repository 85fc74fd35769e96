import type { SemanticChange } from '#contract/semantic-changes.ts'
import type { Content } from '../../content/read.ts'

type Changes = { readonly changes: readonly SemanticChange[] }

/** The changes of a revision that a visitor can see: only those of pages and files that they see now. */
export async function changesForVisitor(
  content: Content,
  { changes }: Changes,
  limit: number,
): Promise<{ changes: SemanticChange[]; more?: number }> {
  const fileIds = new Set((await content.files()).map(({ id }) => id))
  const shown = changes.flatMap((change): SemanticChange[] => {
    if ('file' in change) return fileIds.has(change.file.id) ? [change] : []
    if (!('page' in change) || content.tree.page(change.page.id) === undefined) return []
    // A former parent may be a page that the visitor does not see.
    return change.type === 'page_moved' ? [{ ...change, parent: {} }] : [change]
  })
  const more = shown.length - limit
  return { changes: shown.slice(0, limit), ...(more > 0 ? { more } : {}) }
}
