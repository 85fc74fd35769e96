import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm-store.ts'
import { exactOf } from '../../components/ui/time.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import type { RevisionRow } from './revision-row.ts'

/** Gives the space what it said in an older revision, as a new one; so that can be taken back the same way. */
export function useRollBack(space: Space) {
  const navigate = useNavigate()
  const name = words.quoted(space.title || words.untitled)
  const rolling = useApi(api.revisions.rollBack, {
    meta: { refused: `${name} stays as it is` },
    onSuccess: async () => {
      toast.done(`Rolled ${name} back`)
      await navigate({ to: places.history(space.id), search: {} })
    },
  })
  return {
    isPending: rolling.isPending,
    run: async (revision: RevisionRow) => {
      const isSure = await confirm({
        title: `Roll ${name} back?`,
        description: `It will say what it said on ${exactOf(new Date(revision.createdAt))}. What came after stays in the history.`,
        act: 'Roll back',
        danger: true,
      })
      if (!isSure) return
      const params = { spaceId: space.id, revisionId: revision.id }
      rolling.mutate({ params, body: { base: space.revision } })
    },
  }
}
