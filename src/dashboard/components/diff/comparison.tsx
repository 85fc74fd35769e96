import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { SemanticChange } from '#contract/semantic-changes.ts'
import { type ContentRef, contentPaths, contentQuery, type RevisionRef } from '../../data/content.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { pageIndexOf } from '../page-text/page-index.ts'
import { filesById } from '../page-text/page-links.ts'
import { Select } from '../ui/inputs.tsx'
import { Empty } from '../ui/states.tsx'
import { ChangedPageList, changeKindMarks } from './changed-page-list.tsx'
import {
  type ChangedPage,
  changedPages,
  changedReusableContent,
  groupsOf,
  otherChanges,
  type PageGroup,
} from './changed-pages.ts'
import styles from './comparison.module.css'
import { DiffPane, type Side } from './diff-pane.tsx'
import type { DiffSearch, OnDiffSearch } from './diff-search.ts'
import type { BlockExtras } from './page-diff.tsx'

export type ComparedContents = {
  readonly changes: readonly SemanticChange[]
  /** How many the service left out. */
  readonly more: number
  readonly before: RevisionRef
  readonly after: RevisionRef
  /** Where links in the texts lead. */
  readonly links: ContentRef
}

type Props = ComparedContents & {
  search: DiffSearch
  onSearch: OnDiffSearch
  note?: (page: ChangedPage) => ReactNode
  extrasOf?: (page: ChangedPage) => BlockExtras
  actionsOf?: (page: ChangedPage) => ReactNode
  /** Progress, shown instead of the number of pages. */
  progress?: ReactNode
  /** Shown if nothing differs. */
  empty: ReactNode
  /** Above the list of pages. */
  head?: ReactNode
}

/** Two contents compared: the changed pages next to what changed in the chosen one. Two panes of a `.split`. */
export function Comparison(props: Props) {
  const { search, onSearch, note, extrasOf, actionsOf, empty, progress, head, more, changes } = props
  const isNarrow = useIsNarrow()
  const isPainted = useIsPainted()
  const { before, after } = useSides(props)
  const groups = useMemo(() => groupsIn(changes, before, after), [changes, before, after])
  const pages = groups.flatMap((group) => group.pages)
  const chosen = pages.find(({ id }) => id === search.page) ?? pages[0]
  const others = otherChanges(changes)
  const step = (way: 1 | -1) => {
    const next = chosen && pages[pages.indexOf(chosen) + way]
    if (next) onSearch({ page: next.id, block: undefined })
  }
  useShortcuts([
    { keys: 'j', label: 'Next changed page', group: 'On this page', run: () => step(1) },
    { keys: 'k', label: 'Previous changed page', group: 'On this page', run: () => step(-1) },
  ])
  return (
    <>
      {!isNarrow && (
        <div className="pane comparison-pages">
          {head}
          <ChangedPageList
            groups={groups}
            chosen={chosen?.id}
            note={note}
            others={chosen ? others : []}
            more={more}
            progress={progress}
            total={after.place.index.order.length}
          />
        </div>
      )}
      {chosen ? (
        <DiffPane
          key={chosen.id}
          page={chosen}
          before={before}
          after={after}
          isReady={isPainted}
          search={search}
          onSearch={onSearch}
          extras={chosen.isReusable ? undefined : extrasOf?.(chosen)}
          actions={actionsOf?.(chosen)}
          lead={
            isNarrow && (
              <Select
                className="comparison-page-select"
                aria-label="Changed page"
                value={chosen.id}
                choices={pages.map(({ id, title, kind }) => ({
                  value: id,
                  label: `${title}, ${changeKindMarks[kind].word}`,
                }))}
                onChange={({ target }) => onSearch({ page: target.value, block: undefined })}
              />
            )
          }
        />
      ) : (
        <div className="pane">{others.length === 0 ? empty : <OtherChanges others={others} />}</div>
      )}
    </>
  )
}

const OtherChanges = ({ others }: { others: readonly string[] }) => (
  <>
    <Empty title="No changed pages" />
    <ul className={styles.others}>
      {others.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  </>
)

/** Changed pages by their ancestors, then reusable content. */
function groupsIn(changes: readonly SemanticChange[], before: Side, after: Side): PageGroup[] {
  const pages = groupsOf(changedPages(changes), before.place.index, after.place.index)
  const reusable = changedReusableContent(changes)
  return reusable.length === 0 ? pages : [...pages, { title: 'Reusable content', pages: reusable }]
}

function useSides({ before, after, links }: ComparedContents): { before: Side; after: Side } {
  const { data: old } = useSuspenseQuery(contentQuery(before))
  const { data: now } = useSuspenseQuery(contentQuery(after))
  return useMemo(() => {
    const { page: pageTo } = contentPaths(links)
    const sideOf = (at: RevisionRef, { pages, files }: typeof old): Side => ({
      at,
      place: { spaceId: links.spaceId, index: pageIndexOf(pages), files: filesById(files), pageTo },
    })
    return { before: sideOf(before, old), after: sideOf(after, now) }
  }, [old, now, before.revision, before.change, after.revision, after.change, links.change])
}
