import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm.tsx'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { formatExact } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { useEditContent } from '../../data/content.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import type { RevisionItem } from './queries.ts'

/** Restores the content of an older revision as a new revision, so it can be undone the same way. */
export function useRollBack(space: Space) {
  const navigate = useNavigate()
  const name = labels.quoted(space.title || labels.untitled)
  const rollback = useApi(api.revisions.rollBack, {
    meta: { refused: `Couldn’t roll back ${name}` },
    onSuccess: async () => {
      toast.done(`Rolled back ${name}`)
      await navigate({ to: paths.history(space.id), search: {} })
    },
  })
  return {
    isPending: rollback.isPending,
    run: async (revision: RevisionItem) => {
      const isSure = await confirm({
        title: `Roll back ${name}?`,
        description: `It goes back to its content from ${formatExact(new Date(revision.createdAt))}. Later revisions stay in the history.`,
        action: 'Roll back',
        danger: true,
      })
      if (!isSure) return
      const params = { spaceId: space.id, revisionId: revision.id }
      rollback.mutate({ params, body: { base: space.revision } })
    },
  }
}

/** Restores one page or reusable content from an older revision as a new revision. */
export function usePageRollBack(space: Space) {
  const navigate = useNavigate()
  const editing = useEditContent({ spaceId: space.id })
  return {
    isPending: editing.isPending,
    run: (revision: RevisionItem, { id, title, kind, isReusable = false }: ChangedPage) => {
      const from = kind === 'removed' ? (revision.parents[0] ?? revision.id) : revision.id
      const change = isReusable
        ? { operation: 'revert_reusable_content' as const, reusableContent: id, revision: from }
        : { operation: 'revert_page' as const, page: id, revision: from }
      editing.mutate(
        { changes: [change], base: space.revision },
        {
          onSuccess: () => {
            toast.done(
              kind === 'removed' ? `Restored ${labels.quoted(title)}` : `Rolled back ${labels.quoted(title)}`,
            )
            void navigate({
              to: isReusable ? paths.reusableContent(space.id) : paths.page(space.id, id),
            })
          },
        },
      )
    },
  }
}
