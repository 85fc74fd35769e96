import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Page } from '#contract/pages.ts'
import { useApi } from '../../lib/api.ts'
import { placesAt } from '../../lib/content-at.ts'
import { toast } from '../../lib/toasts.ts'

/** Starts a change request in which a page is edited, instead of live. */
export function useProposing(spaceId: string) {
  const navigate = useNavigate()
  const making = useApi(api.changeRequests.create, { meta: { refused: 'No change request was started' } })
  return {
    isBusy: making.isPending,
    propose: (page: Page) => {
      if (making.isPending) return
      making.mutate(
        { params: { spaceId }, body: {} },
        {
          onSuccess: ({ number }) => {
            toast.done(`Started change request #${number}`)
            void navigate({ to: placesAt({ spaceId, change: String(number) }).edit(page.id) })
          },
        },
      )
    },
  }
}
