import type { ChangeRequest } from '#contract/change-requests.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { baseOf, useEditContent } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import type { RequestRef } from './queries.ts'

/** Discards changes of pages and reusable content. They can be restored right after. */
export function useDiscard({ spaceId, number }: RequestRef, request: ChangeRequest) {
  const editing = useEditContent({ spaceId, change: number })
  const { revision } = request
  const run = (page: ChangedPage, change: ContentChangeInput, done: string) =>
    editing.mutate(
      { changes: [change], base: revision },
      {
        onSuccess: ({ revision: base }) =>
          offerUndo(done, () => editing.mutate({ changes: [revertTo(page, revision)], base })),
      },
    )
  return {
    isPending: editing.isPending,
    page: (page: ChangedPage) => {
      const title = labels.quoted(page.title || labels.untitled)
      if (page.kind === 'added')
        return run(
          page,
          deletionOf(page),
          `Discarded the new ${page.isReusable ? 'reusable content' : 'page'} ${title}`,
        )
      run(
        page,
        revertTo(page, baseOf(request)),
        page.kind === 'removed' ? `Restored ${title}` : `Discarded the changes to ${title}`,
      )
    },
    block: (page: ChangedPage, block: string, words: string) =>
      run(
        page,
        { operation: 'revert_page', page: page.id, revision: baseOf(request), block: [block] },
        `Discarded the change to ${labels.quoted(words)}`,
      ),
  }
}

const revertTo = ({ id, isReusable }: ChangedPage, revision: string): ContentChangeInput =>
  isReusable
    ? { operation: 'revert_reusable_content', reusableContent: id, revision }
    : { operation: 'revert_page', page: id, revision }

const deletionOf = ({ id, isReusable }: ChangedPage): ContentChangeInput =>
  isReusable
    ? { operation: 'delete_reusable_content', reusableContent: id }
    : { operation: 'delete_page', page: id }
