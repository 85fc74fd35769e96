import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileMinus, FilePen, FilePlus, FileSymlink, Funnel, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pluralize } from '../../lib/labels.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type ChangedPage, type ChangeKind, filterGroups, type PageGroup } from './changed-pages.ts'
import styles from './comparison.module.css'

type KindMark = { icon: LucideIcon; className: string; word: string }

export const changeKindMarks: Readonly<Record<ChangeKind, KindMark>> = {
  added: { icon: FilePlus, className: 'k-add', word: 'added' },
  edited: { icon: FilePen, className: 'k-edit', word: 'edited' },
  moved: { icon: FileSymlink, className: 'k-move', word: 'moved' },
  removed: { icon: FileMinus, className: 'k-del', word: 'removed' },
}

type Props = {
  groups: readonly PageGroup[]
  chosen: string | undefined
  /** Shown at the right of a page, such as its number of comments or a conflict. */
  note?: ((page: ChangedPage) => ReactNode) | undefined
  /** Changes other than those of pages. */
  others: readonly string[]
  /** How many changes the service left out. */
  more: number
  /** Shown after the heading. */
  progress?: ReactNode
  /** How many pages there are, changed or not. */
  total: number
}

/** The changed pages with their kind of change, grouped by parent page. They can be filtered by title. */
export function ChangedPageList({ groups, chosen, note, others, more, progress, total }: Props) {
  const [filter, setFilter] = useState<string>()
  const shown = filterGroups(groups, filter ?? '')
  const count = countPages(groups)
  return (
    <>
      <div className="pane-head">
        <h2>Changed pages</h2>
        {progress}
        <span className="grow" />
        {count > 1 && (
          <IconButton
            small
            className="btn-plain"
            icon={Funnel}
            label="Filter pages"
            aria-expanded={filter !== undefined}
            onClick={() => setFilter(filter === undefined ? '' : undefined)}
          />
        )}
      </div>
      {filter !== undefined && (
        <input
          // biome-ignore lint/a11y/noAutofocus: it appears because the user asked for it
          autoFocus
          className={clsx('input', styles.filter)}
          aria-label="Filter pages by title"
          placeholder="Filter by title"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setFilter(undefined)
          }}
        />
      )}
      <nav className={styles.cps} aria-label="Changed pages">
        {shown.map(({ title, pages }) => (
          <div key={title}>
            {title !== '' && <p className={clsx(styles.dir, 'truncate')}>{title}</p>}
            {pages.map((page) => (
              <PageLink key={page.id} page={page} isChosen={page.id === chosen}>
                {note?.(page)}
              </PageLink>
            ))}
          </div>
        ))}
      </nav>
      {count > 0 && (
        <p className={clsx(styles.sum, 'meta faint num')} aria-live="polite">
          {filter ? `${countPages(shown)} of ${count} changed pages` : countLabel(count, groups, total)}
        </p>
      )}
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={clsx(styles.sum, 'meta faint')}>{more} more changes not shown.</p>}
    </>
  )
}

const countPages = (groups: readonly PageGroup[]): number =>
  groups.flatMap(({ pages }) => pages).filter(({ isReusable }) => !isReusable).length

/** Removed pages count, too: they are no longer among the pages that there are. */
function countLabel(count: number, groups: readonly PageGroup[], total: number): string {
  const pages = groups.flatMap((group) => group.pages).filter(({ isReusable }) => !isReusable)
  const removed = pages.filter(({ kind }) => kind === 'removed').length
  return `${count} of ${pluralize(total + removed, 'page')}`
}

type PageLinkProps = { page: ChangedPage; isChosen: boolean; children: ReactNode }

const PageLink = ({ page, isChosen, children }: PageLinkProps) => {
  const { icon, className, word } = changeKindMarks[page.kind]
  return (
    <Link
      className={isChosen ? clsx(styles.root, 'is-on') : styles.root}
      to="."
      search={(all: object) => ({ ...all, page: page.id, block: undefined })}
      replace
      aria-current={isChosen ? 'true' : undefined}
      activeProps={{}}
    >
      <Icon of={icon} size="s" className={className} />
      <span className="truncate">{page.title}</span>
      {children}
      <span className="sr">, {word}</span>
    </Link>
  )
}
