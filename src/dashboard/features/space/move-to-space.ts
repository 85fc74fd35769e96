import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { PageMove } from '#contract/page-moves.ts'
import type { Page } from '#contract/pages.ts'
import type { Space } from '#contract/spaces.ts'
import { useApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { descendantsOf, titleOf } from './page-rows.ts'

const { movePageToSpace } = api.spaceContent

/** Moves a page to another space and follows it there if it is open. It can be undone. */
export function useMoveToSpace(space: Space, page: Page, onMoved: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false })
  const open = [page, ...descendantsOf(page)].find(({ id }) => id === pageId)
  const title = labels.quoted(titleOf(page))
  const reload = (spaceId: string) => invalidateResource(client, 'spaceContent', { params: { spaceId } })
  const undoing = useApi(movePageToSpace, { meta: { refused: `Couldn’t move ${title} back` } })
  const undo = async ({ page: moved, space: { id: spaceId }, previous }: PageMove) => {
    const { space: to, into, at } = previous
    const back = await undoing
      .mutateAsync({ params: { spaceId, pageId: moved.id }, body: { space: to, into, at } })
      .catch(() => undefined)
    if (back === undefined) return
    await Promise.all([reload(spaceId), reload(to)])
    toast.done(`Moved ${title} back to ${labels.quoted(space.title || labels.untitled)}`)
    if (open) await navigate({ to: paths.page(to, open.id === page.id ? back.page.id : open.id) })
  }
  return useApi(movePageToSpace, {
    meta: { shown: 'in-form' },
    onSuccess: async (move) => {
      const { id, title: target } = move.space
      offerUndo(`Moved ${title} to ${labels.quoted(target || labels.untitled)}`, () => void undo(move))
      onMoved()
      await reload(id)
      if (open) await navigate({ to: paths.page(id, open.id === page.id ? move.page.id : open.id) })
    },
  })
}
