import { useQuery } from '@tanstack/react-query'
import { Square, SquareCheck } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { SemanticChange } from '#contract/semantic-changes.ts'
import { type ChangedPage, changedPages } from '../../components/diff/changed-pages.ts'
import { IconButton } from '../../components/ui/button.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { paramsOf, type RequestRef, seenQuery } from './queries.ts'

type Props = { viewedPages: ViewedPages; page: ChangedPage }

/** Marks the page as viewed, or not viewed. */
export function ViewedToggle({ viewedPages, page }: Props) {
  const isOn = viewedPages.has(page.id)
  const toggle = () => viewedPages.toggle(page.id)
  useShortcuts([{ keys: 'x', label: 'Looked at this page', group: 'On this page', run: toggle }])
  return (
    <IconButton
      small
      className="btn-plain"
      icon={isOn ? SquareCheck : Square}
      label="Looked at"
      keys="x"
      aria-pressed={isOn}
      onClick={toggle}
    />
  )
}

type Comparison = { readonly changes: readonly SemanticChange[] }

/** Changed pages the caller has marked as viewed; a later change of a page removes its mark. */
export function useViewedPages(at: RequestRef, { changes }: Comparison) {
  const { data } = useQuery(seenQuery(at))
  const marking = useApi(api.changeRequestsSeen.mark, {
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
  const viewed = new Set(data?.pages ?? [])
  const count = pages.filter(({ id }) => viewed.has(id)).length
  return {
    has: (page: string) => viewed.has(page),
    toggle: (page: string) =>
      marking.mutate({
        params: paramsOf(at),
        body: viewed.has(page) ? { removedPages: [page] } : { addedPages: [page] },
      }),
    progress: pages.length > 1 && count > 0 && (
      <span className="count nowrap">
        {count} of {pages.length}
        <span className="sr"> looked at</span>
      </span>
    ),
  }
}

type ViewedPages = ReturnType<typeof useViewedPages>
