import { useNavigate } from '@tanstack/react-router'
import type { Space } from '#contract/spaces.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { useEditAt } from '../../lib/content-at.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import type { RevisionRow } from './revision-row.ts'

/** Gives one page what it said in an older revision, as a new one; what it has become stays in the history. */
export function usePageRollBack(space: Space) {
  const navigate = useNavigate()
  const editing = useEditAt({ spaceId: space.id })
  return {
    isPending: editing.isPending,
    run: (revision: RevisionRow, { id, title, kind }: ChangedPage) => {
      const from = kind === 'removed' ? (revision.parents[0] ?? revision.id) : revision.id
      const changes = [{ operation: 'revert_page' as const, page: id, revision: from }]
      editing.mutate(
        { changes, base: space.revision },
        {
          onSuccess: () => {
            toast.done(
              kind === 'removed'
                ? `Brought ${words.quoted(title)} back`
                : `Rolled ${words.quoted(title)} back`,
            )
            void navigate({ to: places.page(space.id, id) })
          },
        },
      )
    },
  }
}
