import { useQuery } from '@tanstack/react-query'
import { Eye, Square, SquareCheck } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { SemanticChange } from '#contract/semantic-changes.ts'
import { type ChangedPage, changedPages } from '../../components/diff/changed-pages.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Banner } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './change-request.module.css'
import { changesSinceQuery, paramsOf, type RequestRef, seenQuery } from './queries.ts'

type Props = { viewedPages: ViewedPages; page: ChangedPage }

/** Marks the page as viewed, or not viewed. */
export function ViewedToggle({ viewedPages, page }: Props) {
  const isOn = viewedPages.has(page.id)
  const toggle = () => viewedPages.toggle(page.id)
  useShortcuts([{ keys: 'x', label: 'Mark the page as viewed', group: 'On this page', run: toggle }])
  return (
    <IconButton
      small
      className="btn-plain"
      icon={isOn ? SquareCheck : Square}
      label="Viewed"
      keys="x"
      aria-pressed={isOn}
      onClick={toggle}
    />
  )
}

type Comparison = { readonly changes: readonly SemanticChange[] }

/** Changed pages the caller has marked as viewed; a later change of a page removes its mark. */
export function useViewedPages(at: RequestRef, { revision }: ChangeRequest, { changes }: Comparison) {
  const { data } = useQuery(seenQuery(at))
  const marking = useApi(api.changeRequestsSeen.mark, {
    ...optimistic(seenQuery(at), (now, { body }) => ({
      ...now,
      pages: [
        ...now.pages.filter((page) => !body?.removedPages?.includes(page)),
        ...(body?.addedPages ?? []),
      ],
    })),
    meta: { refused: 'Couldn’t mark the page as viewed' },
  })
  const pages = useMemo(() => changedPages(changes), [changes])
  const viewed = new Set(data?.pages ?? [])
  const count = pages.filter(({ id }) => viewed.has(id)).length
  return {
    has: (page: string) => viewed.has(page),
    toggle: (page: string) =>
      marking.mutate({
        params: paramsOf(at),
        body: viewed.has(page) ? { removedPages: [page] } : { addedPages: [page], viewedRevision: revision },
      }),
    progress: pages.length > 1 && count > 0 && (
      <span className="count nowrap">
        {count} of {pages.length}
        <span className="sr"> viewed</span>
      </span>
    ),
  }
}

type ViewedPages = ReturnType<typeof useViewedPages>

type SeenBannerProps = {
  seen: SeenChanges
  since: string | undefined
  onSince: (since: string | undefined) => void
}

/** Tells how much changed since the last visit, and can limit the view to that. */
export function SeenBanner({ seen, since, onSince }: SeenBannerProps) {
  const { last, changed, markSeen } = seen
  if (!last && since === undefined) return null
  return (
    <Banner
      tone="ink"
      icon={Eye}
      action={
        <span className={styles.seenActs}>
          {since === undefined ? (
            <Button size="small" onClick={() => onSince(last?.revision)}>
              Show only these changes
            </Button>
          ) : (
            <Button size="small" onClick={() => onSince(undefined)}>
              Show all changes
            </Button>
          )}
          {last && (
            <Button
              size="small"
              variant="outline"
              onClick={() => {
                markSeen()
                onSince(undefined)
              }}
            >
              Mark as seen
            </Button>
          )}
        </span>
      }
    >
      {last ? (
        <>
          {pluralize(changed.size, 'page')} changed since your last visit{' '}
          {last.at && <Time at={last.at} ago />}
          {since !== undefined && '; showing only these changes'}
        </>
      ) : (
        'Showing only changes since an earlier visit'
      )}
    </Banner>
  )
}

/** What changed since the caller's last visit. `since` is the revision from the search params. */
export function useSeenChanges(at: RequestRef, request: ChangeRequest, since: string | undefined) {
  const { data: seen } = useQuery({ ...seenQuery(at), enabled: useIsPainted() })
  const marking = useApi(api.changeRequestsSeen.mark, {
    meta: { refused: 'Couldn’t mark the changes as seen' },
  })
  const [marked, setMarked] = useState<string>()
  // The answer to another mark that was under way may be older than this one.
  const last = seen?.revision ?? marked
  const isBehind = last !== undefined && last !== request.revision
  const behind = useQuery({
    ...changesSinceQuery(at.spaceId, last ?? '', request.revision),
    enabled: isBehind,
  })
  const requestedChanges = useQuery({
    ...changesSinceQuery(at.spaceId, since ?? '', request.revision),
    enabled: since !== undefined,
  })
  const changed = isBehind && behind.data ? changedPages(behind.data.changes) : []
  const markSeen = () => marking.mutate({ params: paramsOf(at), body: { revision: request.revision } })
  // The first visit and changes outside of pages are marked as seen silently.
  const isSilent =
    seen !== undefined && (last === undefined || (isBehind && behind.isSuccess && changed.length === 0))
  useEffect(() => {
    if (!isSilent || marked === request.revision) return
    setMarked(request.revision)
    markSeen()
  })
  return {
    /** Pages that changed since the last visit. */
    changed: new Set(changed.map(({ id }) => id)),
    last: isBehind && changed.length > 0 ? { revision: last, at: seen?.seenAt } : undefined,
    /** Changes since the revision in the search params. */
    shown: since === undefined ? undefined : requestedChanges.data,
    markSeen,
  }
}

type SeenChanges = ReturnType<typeof useSeenChanges>
