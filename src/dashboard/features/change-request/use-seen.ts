import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { changedPages } from '../../components/diff/changed-pages.ts'
import { useApi } from '../../lib/api.ts'
import { changesSinceQuery, paramsAt, type RequestAt, seenQuery } from './request-queries.ts'

/** What changed since one last looked, and noting that one has. `since` is the revision the address asks for. */
export function useSeen(at: RequestAt, request: ChangeRequest, since: string | undefined) {
  const { data: seen } = useQuery(seenQuery(at))
  const noting = useApi(api.changeRequestsSeen.note, { meta: { refused: 'What you looked at was not kept' } })
  const last = seen?.revision
  const isBehind = last !== undefined && last !== request.revision
  const behind = useQuery({
    ...changesSinceQuery(at.spaceId, last ?? '', request.revision),
    enabled: isBehind,
  })
  const asked = useQuery({
    ...changesSinceQuery(at.spaceId, since ?? '', request.revision),
    enabled: since !== undefined,
  })
  const changed = isBehind && behind.data ? changedPages(behind.data.changes) : []
  const note = () => noting.mutate({ params: paramsAt(at), body: { revision: request.revision } })
  // The first look, and changes that concern no page, need no word.
  const isSilent =
    seen !== undefined && (last === undefined || (isBehind && behind.isSuccess && changed.length === 0))
  const noted = useRef('')
  useEffect(() => {
    if (!isSilent || noted.current === request.revision) return
    noted.current = request.revision
    note()
  })
  return {
    /** The pages that changed since one last looked. */
    changed: new Set(changed.map(({ id }) => id)),
    last: isBehind && changed.length > 0 ? { revision: last, at: seen?.seenAt } : undefined,
    /** Changes since what the address asks for. */
    shown: since === undefined ? undefined : asked.data,
    note,
  }
}

export type Seen = ReturnType<typeof useSeen>
