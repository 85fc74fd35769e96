import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { GitPullRequest, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ReusableContent } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import type { ContentRef } from '../../data/content.ts'
import { reusableContentPath } from '../../data/reusable-content.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { ContentCells, type ContentChangeKind, ContentMenu, columnsFor, titleOf } from './content-row.tsx'
import { type ReusableContentActions, useReusableContentActions } from './mutations.ts'
import { NewReusableContentDialog } from './new-dialog.tsx'
import { listQuery } from './queries.ts'
import styles from './reusable-content.module.css'
import type { OnSearch, ReusableContentSearch } from './search-params.ts'
import { UsesDialog } from './uses.tsx'

/** What a change request did to reusable content. */
export type ReusableContentChanges = {
  /** The revision of the change request. */
  readonly revision: string
  readonly kinds: ReadonlyMap<string, ContentChangeKind>
  readonly deleted: readonly Pick<ReusableContent, 'id' | 'title'>[]
}

type Props = {
  space: Space
  /** The space, or one of its change requests. */
  at: ContentRef
  search: ReusableContentSearch
  onSearch: OnSearch
  /** Whether reusable content can be changed here now. */
  canEdit: boolean
  changes?: ReusableContentChanges | undefined
}

/** The reusable content of a space or change request. */
export function ReusableContentPage({ space, at, search, onSearch, canEdit, changes }: Props) {
  const read = useInfiniteQuery({ ...listQuery(at, search), placeholderData: keepPreviousData })
  const actions = useReusableContentActions(at, changes?.revision)
  const rows = useRows({ at, actions, canEdit, onSearch, changes })
  const shown = itemsOf(read.data).find(({ id }) => id === search.uses)
  const total = read.data?.pages[0]?.count
  useActions(
    canEdit
      ? [
          {
            id: 'new-reusable-content',
            label: 'New reusable content',
            icon: Plus,
            keys: 'c',
            run: () => onSearch({ new: true }),
          },
        ]
      : [],
  )
  return (
    <>
      <ListToolbar
        label="Search reusable content"
        placeholder="Title or text"
        text={search.search}
        onText={(next) => onSearch({ search: next }, { replace: true })}
        total={total === undefined ? undefined : pluralize(total, 'item')}
        actions={at.change !== undefined && canEdit && <NewButton onSearch={onSearch} />}
      />
      <ReadOnlyNotice space={space} at={at} canEdit={canEdit} />
      <div className="scroll">
        <QueryList
          read={read}
          rowOf={(content: ReusableContent) => content}
          label="Reusable content"
          className={styles.list}
          columns={columnsFor(search, onSearch)}
          titleOf={titleOf}
          {...rows}
          empty={<NoContent {...{ space, at, search, onSearch, canEdit }} />}
        />
        {changes && changes.deleted.length > 0 && (
          <Deleted changes={changes} canEdit={canEdit} actions={actions} />
        )}
      </div>
      {search.uses && (
        <UsesDialog
          at={at}
          id={search.uses}
          title={shown?.title}
          onClose={() => onSearch({ uses: undefined })}
        />
      )}
      {search.new && canEdit && (
        <NewReusableContentDialog at={at} onClose={() => onSearch({ new: undefined })} />
      )}
    </>
  )
}

type RowsOptions = Pick<Props, 'at' | 'canEdit' | 'onSearch' | 'changes'> & {
  actions: ReusableContentActions
}

/** The content, shortcuts and menu of the rows. */
function useRows({ at, actions, canEdit, onSearch, changes }: RowsOptions) {
  const navigate = useNavigate()
  const [renaming, setRenaming] = useState<string | null>(null)
  const open = ({ id }: ReusableContent) => void navigate({ to: reusableContentPath(at, id) })
  const showUses = ({ id }: ReusableContent) => onSearch({ uses: id })
  return {
    onOpen: open,
    onRowKey: (event: React.KeyboardEvent, content: ReusableContent) => {
      if (!canEdit || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key === 'r' || event.key === 'F2') setRenaming(content.id)
      else if (event.key === 'Delete' || event.key === 'Backspace') void actions.remove(content)
      else return
      event.preventDefault()
    },
    row: (content: ReusableContent) => (
      <ContentCells
        content={content}
        to={reusableContentPath(at, content.id)}
        change={changes?.kinds.get(content.id)}
        isRenaming={renaming === content.id}
        onUses={() => showUses(content)}
        onRename={(title) => {
          setRenaming(null)
          if (title !== null && title !== content.title) actions.rename(content, title)
        }}
      />
    ),
    menu: (content: ReusableContent) => (
      <ContentMenu
        {...{ content, actions, canEdit }}
        onOpen={() => open(content)}
        onRename={() => setRenaming(content.id)}
        onUses={() => showUses(content)}
      />
    ),
  }
}

/** Opens the dialog that creates reusable content. */
export const NewButton = ({ onSearch, isPrimary = false }: { onSearch: OnSearch; isPrimary?: boolean }) => (
  <Button variant={isPrimary ? 'primary' : 'outline'} icon={Plus} onClick={() => onSearch({ new: true })}>
    New reusable content
  </Button>
)

function ReadOnlyNotice({ space, at, canEdit }: Pick<Props, 'space' | 'at' | 'canEdit'>) {
  if (canEdit || at.change !== undefined) return null
  return (
    <p className={clsx(styles.note, 'meta soft')}>
      {space.permissions.edit
        ? 'The space is locked. Change reusable content in a change request.'
        : 'To change reusable content, you need the Edit role in this space.'}
    </p>
  )
}

type DeletedProps = { changes: ReusableContentChanges; canEdit: boolean; actions: ReusableContentActions }

/** What the change request deletes. */
const Deleted = ({ changes: { deleted }, canEdit, actions }: DeletedProps) => (
  <section className={styles.deleted} aria-label="Deleted in this change request">
    <ul>
      {deleted.map((content) => (
        <li key={content.id}>
          <span className="soft truncate">{titleOf(content)}</span>
          <Badge tone="danger">Deleted</Badge>
          {canEdit && (
            <Button icon={Undo2} onClick={() => actions.restore(content)}>
              Restore
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)

function NoContent({ space, at, search, onSearch, canEdit }: Omit<Props, 'changes'>) {
  if (search.search) {
    return (
      <Filtered
        title={`No reusable content matches ${labels.quoted(search.search)}`}
        clear="Show all"
        onClear={() => onSearch({ search: undefined })}
      />
    )
  }
  const isLocked = space.permissions.edit && !canEdit && at.change === undefined
  return (
    <Empty
      title="No reusable content yet"
      actions={
        <>
          {canEdit && <NewButton onSearch={onSearch} />}
          {isLocked && (
            <Link className={buttonClass('outline')} to={paths.changes(space.id)} search={{ dialog: 'new' }}>
              <ButtonContent icon={GitPullRequest}>Start change request</ButtonContent>
            </Link>
          )}
        </>
      }
    >
      Write a notice, a definition or a table once, and show it on many pages. An edit changes all of them.
    </Empty>
  )
}
