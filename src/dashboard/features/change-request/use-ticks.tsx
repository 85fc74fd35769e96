import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { SemanticChange } from '#contract/semantic-changes.ts'
import { changedPages } from '../../components/diff/changed-pages.ts'
import { optimistic, useApi } from '../../lib/api.ts'
import { paramsAt, type RequestAt, seenQuery } from './request-queries.ts'

type Given = { readonly changes: readonly SemanticChange[] }

/** The changed pages that one has looked at; a page that changes afterwards counts no more. */
export function useTicks(at: RequestAt, { changes }: Given) {
  const { data: seen } = useQuery(seenQuery(at))
  const ticking = useApi(api.changeRequestsSeen.note, {
    ...optimistic(seenQuery(at), (now, { body }) => ({
      ...now,
      pages: [
        ...now.pages.filter((page) => !body?.removedPages?.includes(page)),
        ...(body?.addedPages ?? []),
      ],
    })),
    meta: { refused: 'Whether you looked at the page was not kept' },
  })
  const pages = useMemo(() => changedPages(changes), [changes])
  const ticked = new Set(seen?.pages ?? [])
  const count = pages.filter(({ id }) => ticked.has(id)).length
  return {
    has: (page: string) => ticked.has(page),
    turn: (page: string) =>
      ticking.mutate({
        params: paramsAt(at),
        body: ticked.has(page) ? { removedPages: [page] } : { addedPages: [page] },
      }),
    progress: pages.length > 1 && count > 0 && (
      <span className="count nowrap">
        {count} of {pages.length}
        <span className="sr"> looked at</span>
      </span>
    ),
  }
}

export type Ticks = ReturnType<typeof useTicks>
