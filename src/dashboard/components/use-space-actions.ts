import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { useApi } from '../data/api.ts'
import { offerUndo } from '../data/undo.ts'
import { labels } from '../lib/labels.ts'
import { paths } from '../lib/paths.ts'
import { toast } from '../lib/toast.ts'
import { confirm } from './confirm.tsx'

const nameOf = ({ title }: Space): string => labels.quoted(title || labels.untitled)

/** Duplicates a space and opens the copy. */
export function useSpaceCopy() {
  const navigate = useNavigate()
  const copying = useApi(api.spaces.duplicate, {
    meta: { refused: 'Couldn’t duplicate the space' },
    onSuccess: async (copy) => {
      await navigate({ to: paths.space(copy.id) })
      toast.done(`Created ${nameOf(copy)}`)
    },
  })
  return {
    isBusy: copying.isPending,
    run: (space: Space) => {
      if (!copying.isPending) copying.mutate({ params: { spaceId: space.id } })
    },
  }
}

const onSite: readonly Space['visibility'][] = ['public', 'unlisted', 'share-link', 'visitor-auth']

/** Moves a space to the trash with an undo, and opens its parent. */
export function useSpaceRemoval() {
  const navigate = useNavigate()
  const restoring = useApi(api.spaces.restore, {
    meta: { refused: 'Couldn’t restore the space' },
    onSuccess: async (space) => {
      await navigate({ to: paths.space(space.id) })
      toast.done(`Restored ${nameOf(space)}`)
    },
  })
  const deleting = useApi(api.spaces.delete, { meta: { refused: 'Couldn’t delete the space' } })
  const remove = async (space: Space) => {
    if (onSite.includes(space.visibility) && !(await confirmOffSite(space))) return
    const { id, organization, parent, version } = space
    await deleting.mutateAsync({ params: { spaceId: id }, ifMatch: version })
    await navigate({ to: parent ? paths.collection(organization, parent) : paths.library(organization) })
    offerUndo(`Moved ${nameOf(space)} to the trash`, () => restoring.mutate({ params: { spaceId: id } }), {
      icon: Trash2,
    })
  }
  // A toast has shown the error by then.
  return {
    isBusy: deleting.isPending,
    run: (space: Space) => void remove(space).catch(() => undefined),
  }
}

/** Restoring a space doesn't put it back on its sites. */
const confirmOffSite = (space: Space): Promise<boolean> =>
  confirm({
    title: `Move ${nameOf(space)} to the trash?`,
    description:
      'It will be removed from the site that shows it. Restoring it brings back the pages, but not its place on the site.',
    action: 'Move to trash',
    danger: true,
  })
