import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { confirm } from '../../components/confirm.tsx'
import { callApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import { pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'

/** Archives several change requests after a question; undoing gives each the status it had. */
export function useArchive() {
  const client = useQueryClient()
  const setStatus = ({ id, space = '', version }: ChangeRequest, status: 'draft' | 'open' | 'archived') =>
    callApi(
      api.changeRequests.update,
      { params: { spaceId: space, changeRequestId: id }, body: { status } },
      { ifMatch: version },
    )

  /** Those that changed, one after the other: each is a change of its own in the history of its space. */
  async function archiveAll(requests: readonly ChangeRequest[]) {
    const archived: { readonly before: ChangeRequest; readonly after: ChangeRequest }[] = []
    for (const before of requests) {
      try {
        archived.push({ before, after: await setStatus(before, 'archived') })
      } catch (error) {
        toast.refused(`Couldn’t archive ${quotedSubject(before)}`, { reason: errorMessage(error) })
      }
    }
    return archived
  }

  return async (requests: readonly ChangeRequest[]): Promise<boolean> => {
    const what = pluralize(requests.length, 'change request')
    const isSure = await confirm({
      title: `Archive ${what}?`,
      description: 'Their edits are saved, and you can reopen them later. No space changes.',
      action: `Archive ${what}`,
    })
    if (!isSure) return false
    const archived = await archiveAll(requests)
    void invalidateResource(client, 'changeRequests')
    if (archived.length === 0) return true
    offerUndo(`Archived ${pluralize(archived.length, 'change request')}`, async () => {
      for (const { before, after } of archived)
        await setStatus(after, before.status === 'draft' ? 'draft' : 'open').catch((error: unknown) =>
          toast.refused(`Couldn’t reopen ${quotedSubject(before)}`, { reason: errorMessage(error) }),
        )
      void invalidateResource(client, 'changeRequests')
    })
    return true
  }
}
