import type { ChangeRequest } from '#contract/change-requests.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { useEditContent } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { baseOf, type RequestRef } from './queries.ts'

/** Takes changes of a page back, so that the request no longer has them. */
export function useDiscard({ spaceId, number }: RequestRef, request: ChangeRequest) {
  const editing = useEditContent({ spaceId, change: number })
  const { revision } = request
  const run = (page: ChangedPage, change: ContentChangeInput, done: string) =>
    editing.mutate(
      { changes: [change], base: revision },
      {
        onSuccess: ({ revision: base }) =>
          offerUndo(done, () =>
            editing.mutate({ changes: [{ operation: 'revert_page', page: page.id, revision }], base }),
          ),
      },
    )
  const before = (page: ChangedPage) =>
    ({ operation: 'revert_page', page: page.id, revision: baseOf(request) }) as const
  return {
    isPending: editing.isPending,
    page: (page: ChangedPage) => {
      const title = labels.quoted(page.title || labels.untitled)
      if (page.kind === 'added')
        return run(page, { operation: 'delete_page', page: page.id }, `Discarded the new page ${title}`)
      run(
        page,
        before(page),
        page.kind === 'removed' ? `Restored ${title}` : `Discarded the changes to ${title}`,
      )
    },
    block: (page: ChangedPage, block: string, words: string) =>
      run(page, { ...before(page), block: [block] }, `Discarded the change to ${labels.quoted(words)}`),
  }
}
