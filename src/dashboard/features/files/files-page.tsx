import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useMemo, useState } from 'react'
import type { File as SpaceFile } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { toggled } from '../../components/tree-navigation.ts'
import { Button } from '../../components/ui/button.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { FileDialog } from './file-dialog.tsx'
import { columnsFor, FileCells, FileMenu, titleOf } from './file-row.tsx'
import styles from './files.module.css'
import { useFileActions } from './mutations.ts'
import { filesQuery, type OnSearch } from './queries.ts'
import type { FilesSearch } from './search-params.ts'
import { UploadTray, useUploads } from './uploads.tsx'

type Props = {
  space: Space
  search: FilesSearch
  onSearch: OnSearch
  /** Whether files can be changed here now. */
  canEdit: boolean
  /** The hidden input that opens the file picker. */
  picker: RefObject<HTMLInputElement | null>
}

/** The files of a space. */
export function FilesPage({ space, search, onSearch, canEdit, picker }: Props) {
  const read = useInfiniteQuery({ ...filesQuery(space.id, search), placeholderData: keepPreviousData })
  const uploads = useUploads(space.id)
  const drop = useFileDrop(canEdit, (files) => void uploads.add(files))
  const rows = useRows({ space, canEdit, onSearch, items: itemsOf(read.data) })
  return (
    <>
      <FilesToolbar {...{ search, onSearch }} total={read.data?.pages[0]?.count} />
      <ReadOnlyNotice space={space} canEdit={canEdit} />
      <UploadTray {...uploads} />
      <div
        className={clsx('scroll', rows.selected.length > 0 && 'is-selecting', drop.isOver && styles.over)}
        {...drop.on}
      >
        <QueryList
          read={read}
          rowOf={(file: SpaceFile) => file}
          label="Files"
          className={canEdit ? styles.list : clsx(styles.list, 'is-read')}
          columns={columnsFor(search, onSearch, true)}
          titleOf={titleOf}
          {...rows.list}
          bulk={
            <Button variant="inherit" icon={Trash2} onClick={() => void rows.removeSelected()}>
              Delete…
            </Button>
          }
          empty={<NoFiles {...{ space, search, onSearch, canEdit, picker }} />}
        />
      </div>
      {canEdit && <Picker of={picker} onFiles={(files) => void uploads.add(files)} />}
      {search.file && (
        <FileDialog spaceId={space.id} fileId={search.file} onClose={() => onSearch({ file: undefined })} />
      )}
    </>
  )
}

type RowsOptions = Pick<Props, 'space' | 'canEdit' | 'onSearch'> & { items: readonly SpaceFile[] }

/** The content, shortcuts and menu of the rows. */
function useRows({ space, canEdit, onSearch, items }: RowsOptions) {
  const actions = useFileActions(space.id)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids])
  const selection = { ids: new Set(selected.map(({ id }) => id)), onChange: setIds }
  const open = ({ id }: SpaceFile) => onSearch({ file: id })
  return {
    selected,
    removeSelected: async () => {
      if (await actions.remove(selected)) setIds(new Set())
    },
    list: {
      ...(canEdit ? { selection } : {}),
      onOpen: open,
      onRowKey: (event: React.KeyboardEvent, file: SpaceFile) => {
        if (!canEdit || event.metaKey || event.ctrlKey || event.altKey) return
        if (event.key === 'r' || event.key === 'F2') setRenaming(file.id)
        else if (event.key === 'Delete' || event.key === 'Backspace') void actions.remove([file])
        else return
        event.preventDefault()
      },
      row: (file: SpaceFile) => (
        <FileCells
          file={file}
          isRenaming={renaming === file.id}
          onOpen={() => open(file)}
          onRename={(name) => {
            setRenaming(null)
            if (name !== null) actions.rename(file, name)
          }}
        />
      ),
      menu: (file: SpaceFile) => (
        <FileMenu
          {...{ file, actions, canEdit }}
          onOpen={() => open(file)}
          onRename={() => setRenaming(file.id)}
          onSelect={() => selection.onChange(toggled(selection.ids, file.id))}
        />
      ),
    },
  }
}

/** Accepts files dragged onto the list. */
function useFileDrop(isOn: boolean, onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes('Files')
  return {
    isOver,
    on: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

type PickerProps = { of: Props['picker']; onFiles: (files: readonly File[]) => void }

const Picker = ({ of, onFiles }: PickerProps) => (
  <input
    ref={of}
    type="file"
    multiple
    hidden
    aria-label="Files to add"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      target.value = ''
    }}
  />
)

function ReadOnlyNotice({ space, canEdit }: Pick<Props, 'space' | 'canEdit'>) {
  if (canEdit) return null
  return (
    <p className={clsx(styles.note, 'meta soft')}>
      {space.permissions.edit
        ? 'The space is locked. Change files in a change request.'
        : 'To add or change files, you need the Edit role in this space.'}
    </p>
  )
}

const noMatchTitles = {
  unused: 'Every file is used',
  images: 'No images',
  other: 'No other files',
} as const

function NoFiles({ space, search, onSearch, canEdit, picker }: Props) {
  if (search.search || search.show) {
    return (
      <Filtered
        title={
          search.search
            ? `No file matches ${labels.quoted(search.search)}`
            : noMatchTitles[search.show ?? 'unused']
        }
        clear="Show all files"
        onClear={() => onSearch({ search: undefined, show: undefined })}
      />
    )
  }
  return (
    <Empty
      title={`${labels.quoted(space.title || labels.untitled)} has no files yet`}
      actions={
        canEdit && (
          <Button variant="outline" icon={Upload} keys="c" onClick={() => picker.current?.click()}>
            Add files
          </Button>
        )
      }
    >
      {canEdit
        ? 'Drop images and documents here, or add them while you write a page.'
        : 'Files used on its pages appear here.'}
    </Empty>
  )
}

type FilesToolbarProps = { search: FilesSearch; onSearch: OnSearch; total: number | undefined }

const filterOptions = [
  [undefined, 'All'],
  ['images', 'Images'],
  ['other', 'Other'],
  ['unused', 'Unused'],
] as const

/** Search and filters, stored in the search params. */
const FilesToolbar = ({ search: { search, show: selected }, onSearch, total }: FilesToolbarProps) => (
  <ListToolbar
    label="Search files"
    placeholder="Name"
    className={styles.bar}
    text={search}
    onText={(next) => onSearch({ search: next }, { replace: true })}
    total={total === undefined ? undefined : pluralize(total, 'file')}
  >
    <fieldset className="btn-group">
      <legend className="sr">Show</legend>
      {filterOptions.map(([show, label]) => (
        <button key={label} type="button" aria-pressed={selected === show} onClick={() => onSearch({ show })}>
          {label}
        </button>
      ))}
    </fieldset>
  </ListToolbar>
)
