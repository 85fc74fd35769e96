import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useMemo, useState } from 'react'
import type { File as SpaceFile } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { ReadList } from '../../components/read-list.tsx'
import { toggled } from '../../components/tree-ways.ts'
import { Button } from '../../components/ui/button.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { FileCells, titleOf } from './file-cells.tsx'
import { columnsFor } from './file-columns.tsx'
import { FileDialog } from './file-dialog.tsx'
import { FileMenu } from './file-menu.tsx'
import { filesQuery } from './file-queries.ts'
import type { FilesSearch, OnSearch } from './files-search.ts'
import { FilesToolbar } from './files-toolbar.tsx'
import { UploadTray } from './upload-tray.tsx'
import { useFileActs } from './use-file-acts.ts'
import { useUploading } from './use-uploading.ts'
import './files.css'

type Props = {
  space: Space
  search: FilesSearch
  onSearch: OnSearch
  /** Files may be changed here and now. */
  mayEdit: boolean
  /** The field that opens the browser's choice of files. */
  picker: RefObject<HTMLInputElement | null>
}

/** The files of a space: what they are, where they are used, and what is done with them. */
export function FilesView({ space, search, onSearch, mayEdit, picker }: Props) {
  const read = useInfiniteQuery({ ...filesQuery(space.id, search), placeholderData: keepPreviousData })
  const uploading = useUploading(space.id)
  const drop = useDropping(mayEdit, (files) => void uploading.add(files))
  const rows = useRows({ space, mayEdit, onSearch, items: itemsOf(read.data) })
  return (
    <>
      <FilesToolbar {...{ search, onSearch }} total={read.data?.pages[0]?.count} />
      <WhyNot space={space} mayEdit={mayEdit} />
      <UploadTray {...uploading} />
      <div
        className={clsx('scroll', rows.chosen.length > 0 && 'is-selecting', drop.isOver && 'fl-over')}
        {...drop.on}
      >
        <ReadList
          read={read}
          rowOf={(file: SpaceFile) => file}
          label="Files"
          className={mayEdit ? 'fl-list' : 'fl-list is-read'}
          columns={columnsFor(search, onSearch, true)}
          titleOf={titleOf}
          {...rows.list}
          bulk={
            <Button look="bare" icon={Trash2} onClick={() => void rows.removeChosen()}>
              Delete…
            </Button>
          }
          empty={<None {...{ space, search, onSearch, mayEdit, picker }} />}
        />
      </div>
      {mayEdit && <Picker of={picker} onFiles={(files) => void uploading.add(files)} />}
      {search.file && (
        <FileDialog spaceId={space.id} fileId={search.file} onClose={() => onSearch({ file: undefined })} />
      )}
    </>
  )
}

type RowsOf = Pick<Props, 'space' | 'mayEdit' | 'onSearch'> & { items: readonly SpaceFile[] }

/** What a row shows, and what its keys and its menu do. */
function useRows({ space, mayEdit, onSearch, items }: RowsOf) {
  const acts = useFileActs(space.id)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids])
  const selection = { ids: new Set(chosen.map(({ id }) => id)), onChange: setIds }
  const open = ({ id }: SpaceFile) => onSearch({ file: id })
  return {
    chosen,
    removeChosen: async () => {
      if (await acts.remove(chosen)) setIds(new Set())
    },
    list: {
      ...(mayEdit ? { selection } : {}),
      onOpen: open,
      onRowKey: (event: React.KeyboardEvent, file: SpaceFile) => {
        if (!mayEdit || event.metaKey || event.ctrlKey || event.altKey) return
        if (event.key === 'r' || event.key === 'F2') setRenaming(file.id)
        else if (event.key === 'Delete' || event.key === 'Backspace') void acts.remove([file])
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
            if (name !== null) acts.rename(file, name)
          }}
        />
      ),
      menu: (file: SpaceFile) => (
        <FileMenu
          {...{ file, acts, mayEdit }}
          onOpen={() => open(file)}
          onRename={() => setRenaming(file.id)}
          onSelect={() => selection.onChange(toggled(selection.ids, file.id))}
        />
      ),
    },
  }
}

/** Files that are dragged over and let go. */
function useDropping(isOn: boolean, take: (files: readonly File[]) => void) {
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
        take([...event.dataTransfer.files])
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

function WhyNot({ space, mayEdit }: Pick<Props, 'space' | 'mayEdit'>) {
  if (mayEdit) return null
  return (
    <p className="fl-note meta soft">
      {space.permissions.edit
        ? 'The space is locked: files come in and go through change requests now.'
        : 'To add or change files you need the role Edit in this space.'}
    </p>
  )
}

const nothing = {
  unused: 'Every file is used',
  images: 'There are no images here',
  other: 'There is nothing but images here',
} as const

function None({ space, search, onSearch, mayEdit, picker }: Props) {
  if (search.search || search.show) {
    return (
      <Filtered
        title={
          search.search
            ? `No file is called ${words.quoted(search.search)}`
            : nothing[search.show ?? 'unused']
        }
        clear="Show all files"
        onClear={() => onSearch({ search: undefined, show: undefined })}
      />
    )
  }
  return (
    <Empty
      title={`${words.quoted(space.title || words.untitled)} has no files yet`}
      acts={
        mayEdit && (
          <Button look="line" icon={Upload} keys="c" onClick={() => picker.current?.click()}>
            Add files
          </Button>
        )
      }
    >
      {mayEdit
        ? 'Drop pictures and documents here, or add them while writing a page.'
        : 'Files that its pages show or offer stand here.'}
    </Empty>
  )
}
