import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Code, Eye, FileText, Pencil, Trash2 } from 'lucide-react'
import type { ReusableContent } from '#contract/files.ts'
import { includeTag } from '#markup/includes.ts'
import type { ListColumn } from '../../components/paged-list.tsx'
import { copyText } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import type { ReusableContentActions } from './mutations.ts'
import { firstOrder, orderOf, type ReusableContentSort } from './queries.ts'
import styles from './reusable-content.module.css'
import type { OnSearch, ReusableContentSearch } from './search-params.ts'

/** What a change request did to reusable content. */
export type ContentChangeKind = 'added' | 'edited'

const marks = {
  added: { label: 'Added', tone: 'success' },
  edited: { label: 'Edited', tone: 'ink' },
} as const

type Props = {
  content: ReusableContent
  to: string
  /** In a change request: what it did. */
  change: ContentChangeKind | undefined
  isRenaming: boolean
  onRename: (title: string | null) => void
  onUses: () => void
}

/** The cells of reusable content. */
export const ContentCells = ({ content, to, change, isRenaming, onRename, onUses }: Props) => (
  <>
    <div className="cell" role="gridcell">
      {isRenaming ? (
        <InlineRename
          label={`Title of ${titleOf(content)}`}
          value={content.title}
          maxLength={256}
          onSave={onRename}
          onCancel={() => onRename(null)}
        />
      ) : (
        <span className={styles.name}>
          <Link className="title name truncate" to={to} tabIndex={-1}>
            {titleOf(content)}
          </Link>
          <span className="meta faint truncate">{content.excerpt || 'Empty'}</span>
        </span>
      )}
      {change && <Badge tone={marks[change].tone}>{marks[change].label}</Badge>}
    </div>
    <div className="cell wide" role="gridcell">
      <button
        type="button"
        className={clsx(styles.used, content.pages === 0 && 'faint')}
        tabIndex={-1}
        onClick={onUses}
      >
        {usesLabel(content.pages)}
      </button>
    </div>
    <div className={clsx('cell wide soft num', styles.end)} role="gridcell">
      {content.updatedAt && <Time at={content.updatedAt} />}
    </div>
  </>
)

/** `2 pages`; change requests don’t count them. */
function usesLabel(pages: number | undefined): string {
  if (pages === undefined) return 'See where'
  return pages === 0 ? 'No pages' : pluralize(pages, 'page')
}

/** Accessible name of the row. */
export const titleOf = ({ title }: Pick<ReusableContent, 'title'>): string => title || labels.untitled

/** Column headings. Two of them sort the list; a second click reverses the order. */
export function columnsFor(search: ReusableContentSearch, onSearch: OnSearch): ListColumn[] {
  const current = orderOf(search)
  const sortColumn = (sort: ReusableContentSort, label: string, className?: string): ListColumn => {
    const isNow = current.sort === sort
    const reversed = current.order === 'asc' ? 'desc' : 'asc'
    const order = isNow ? reversed : firstOrder(sort)
    return {
      head: (
        <button
          type="button"
          className="sort"
          onClick={() =>
            onSearch({
              sort: sort === 'title' ? undefined : sort,
              order: order === firstOrder(sort) ? undefined : order,
            })
          }
        >
          {label}
          {isNow && <Icon of={current.order === 'asc' ? ArrowUp : ArrowDown} />}
        </button>
      ),
      ...(className ? { className } : {}),
      sort: isNow ? (current.order === 'asc' ? 'ascending' : 'descending') : undefined,
    }
  }
  return [
    sortColumn('title', 'Title'),
    { head: 'Shown on', className: 'wide' },
    sortColumn('updatedAt', 'Edited', clsx('wide', styles.end)),
    { head: <span className="sr">Actions</span> },
  ]
}

type MenuProps = {
  content: ReusableContent
  actions: ReusableContentActions
  canEdit: boolean
  onOpen: () => void
  onRename: () => void
  onUses: () => void
}

/** Actions on reusable content. */
export const ContentMenu = ({ content, actions, canEdit, onOpen, onRename, onUses }: MenuProps) => (
  <>
    <MenuItem icon={canEdit ? Pencil : Eye} keys="enter" onSelect={onOpen}>
      {canEdit ? 'Edit' : 'Open'}
    </MenuItem>
    <MenuItem icon={FileText} onSelect={onUses}>
      Where it’s shown
    </MenuItem>
    <MenuItem
      icon={Code}
      onSelect={() =>
        void copyText(includeTag(content.id), `Copied ${labels.quoted(titleOf(content))} as Markdown`)
      }
    >
      Copy Markdown
    </MenuItem>
    {canEdit && (
      <>
        <MenuItem icon={Pencil} keys="r" onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(content)}>
          {content.pages === 0 ? 'Delete' : 'Delete…'}
        </MenuItem>
      </>
    )}
  </>
)
