import { api } from '#contract/api.ts'
import type { PageFreshness, PageReviewSettings } from '#contract/page-freshness.ts'
import type { Output } from '#contract/route.ts'
import { keyOf, useApi } from '../../data/api.ts'
import { applyOptimistic, pendingTogether } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'

const routes = api.pageFreshness

type PageRef = { readonly spaceId: string; readonly pageId: string; readonly title: string }
type OverduePages = Output<typeof routes.listOverdue>

/** Confirms that a page is still correct: it is no longer overdue, wherever it is shown. Can be undone. */
export function useConfirmPage() {
  const confirming = useApi(routes.confirm, {
    onMutate: async ({ params }, { client }) => {
      const lists = { queryKey: keyOf(routes.listOverdue) }
      const page = { queryKey: keyOf(routes.get, { params }) }
      await Promise.all([client.cancelQueries(lists), client.cancelQueries(page)])
      return pendingTogether([
        applyOptimistic<OverduePages>(client, lists, (data) =>
          withoutPage(data, params.spaceId, params.pageId),
        ),
        applyOptimistic<PageFreshness>(client, page, (data) => ({ ...data, overdue: false })),
      ])
    },
    meta: { refused: 'Couldn’t confirm the page' },
  })
  const undoing = useApi(routes.deleteConfirmation, { meta: { refused: 'Couldn’t undo the confirmation' } })
  const confirm = async ({ spaceId, pageId, title }: PageRef): Promise<void> => {
    const params = { spaceId, pageId }
    const { lastConfirmation } = await confirming.mutateAsync({ params })
    const message = `Confirmed that ${labels.quoted(title || labels.untitled)} is still correct`
    offerUndo(message, () =>
      undoing.mutate({ params: { ...params, confirmationId: lastConfirmation?.id ?? '' } }),
    )
  }
  return {
    isPending: confirming.isPending,
    // If it fails, a toast has shown why.
    confirm: (page: PageRef) => void confirm(page).catch(() => undefined),
  }
}

/** An overdue list without a page that is no longer overdue. */
function withoutPage(data: OverduePages, spaceId: string, pageId: string): OverduePages {
  const items = data.items.filter(({ page, space }) => page.id !== pageId || space.id !== spaceId)
  return { ...data, items, count: data.count - (data.items.length - items.length) }
}

/** Saves the owner and review of a page from a form. Can be undone. */
export function useSavePageReview({ spaceId, pageId, title }: PageRef, before: PageReviewSettings) {
  const params = { spaceId, pageId }
  const saving = useApi(routes.update, { meta: { shown: 'in-form' } })
  const restoring = useApi(routes.update, { meta: { refused: 'Couldn’t undo the change' } })
  return {
    saving,
    save: async (body: PageReviewSettings): Promise<void> => {
      await saving.mutateAsync({ params, body })
      offerUndo(`Saved the review of ${labels.quoted(title || labels.untitled)}`, () =>
        restoring.mutate({ params, body: before }),
      )
    },
  }
}

export type SpaceReviewSettings = { readonly owner: string | null; readonly interval: number | null }

/** Saves the owner and review interval of a space from a form. Can be undone. */
export function useSaveSpaceReview(spaceId: string, before: SpaceReviewSettings) {
  const params = { spaceId }
  const saving = useApi(routes.updateForSpace, { meta: { shown: 'in-form' } })
  const restoring = useApi(routes.updateForSpace, { meta: { refused: 'Couldn’t undo the change' } })
  return {
    saving,
    save: async (body: SpaceReviewSettings): Promise<void> => {
      await saving.mutateAsync({ params, body })
      offerUndo('Saved the review of the space', () => restoring.mutate({ params, body: before }))
    },
  }
}
