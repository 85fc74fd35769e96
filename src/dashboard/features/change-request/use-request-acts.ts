import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { confirm } from '../../components/confirm-store.ts'
import { optimistic, useApi } from '../../lib/api.ts'
import { quotedRequest } from '../../lib/request-words.ts'
import { toast } from '../../lib/toasts.ts'
import { type RequestAt, requestQuery } from './request-queries.ts'

/** What is done to the request itself: its subject and its status. */
export function useRequestActs(at: RequestAt, request: ChangeRequest) {
  const client = useQueryClient()
  const query = requestQuery(at)
  const name = quotedRequest(request)
  const updating = useApi(api.changeRequests.update, {
    ...optimistic(query, (now, { body }) => ({
      ...now,
      subject: body?.subject ?? now.subject,
      status: body?.status ?? now.status,
    })),
    meta: { refused: `${name} stays as it was` },
    onSuccess: (saved) => client.setQueryData(query.queryKey, saved),
  })
  const update = (body: { subject?: string; status?: 'draft' | 'open' | 'archived' }) =>
    updating.mutateAsync({
      params: { spaceId: at.spaceId, changeRequestId: request.id },
      body,
      // Asked for when it goes out: the version on screen may be older than what the last act has made.
      ifMatch: client.getQueryData(query.queryKey)?.version ?? request.version,
    })
  const turn = async (status: 'draft' | 'open' | 'archived', said: string) => {
    const before = request.status
    try {
      await update({ status })
      toast.undoable(said, () => {
        if (before !== 'merged') void update({ status: before }).catch(() => undefined)
      })
    } catch {
      // The refusal was said already.
    }
  }
  return {
    rename: (subject: string) => void update({ subject }).catch(() => undefined),
    open: () => turn('open', `Opened ${name}`),
    draft: () => turn('draft', `${name} is a draft again`),
    archive: async () => {
      const isSure = await confirm({
        title: `Archive ${name}?`,
        description: 'Its edits are kept, and it can be reopened. The space stays as it is.',
        act: 'Archive change request',
      })
      if (isSure) await turn('archived', `Archived ${name}`)
    },
  }
}
