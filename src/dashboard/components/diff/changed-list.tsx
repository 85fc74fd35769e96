import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileMinus, FilePen, FilePlus, FileSymlink, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { ChangedPage, ChangeKind, PageGroup } from './changed-pages.ts'
import styles from './comparison.module.css'

export const changeKindMarks: Readonly<
  Record<ChangeKind, { icon: LucideIcon; className: string; word: string }>
> = {
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
  /** Changes of what is no page. */
  others: readonly string[]
  /** How many changes the service left out. */
  more: number
}

/** The changed pages with their kind of change, grouped by parent page. */
export const ChangedPageList = ({ groups, chosen, note, others, more }: Props) => (
  <>
    <nav className={styles.cps} aria-label="Changed pages">
      {groups.map(({ title, pages }) => (
        <div key={title}>
          {title !== '' && <p className={clsx(styles.dir, 'truncate')}>{title}</p>}
          {pages.map((page) => (
            <Link
              key={page.id}
              className={page.id === chosen ? clsx(styles.root, 'is-on') : styles.root}
              to="."
              search={(all: object) => ({ ...all, page: page.id, block: undefined })}
              replace
              aria-current={page.id === chosen ? 'true' : undefined}
              activeProps={{}}
            >
              <Icon
                of={changeKindMarks[page.kind].icon}
                size="s"
                className={changeKindMarks[page.kind].className}
              />
              <span className="truncate">{page.title}</span>
              {note?.(page)}
              <span className="sr">, {changeKindMarks[page.kind].word}</span>
            </Link>
          ))}
        </div>
      ))}
    </nav>
    {others.length > 0 && (
      <ul className={styles.others}>
        {others.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    )}
    {more > 0 && <p className={clsx(styles.sum, 'meta faint')}>{more} more changes are not shown.</p>}
  </>
)
