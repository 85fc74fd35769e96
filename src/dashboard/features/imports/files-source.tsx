import { clsx } from 'clsx'
import { CircleAlert, FileText, FolderUp, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './imports.module.css'
import type { useStartImport } from './mutations.ts'
import {
  droppedFiles,
  importableFiles,
  pickedFiles,
  type SelectedFile,
  selectionError,
  totalSize,
} from './selected-files.ts'

type Props = { kind: 'files' | 'word'; upload: ReturnType<typeof useStartImport>['files'] }

/** Files, a folder or a zip file, dropped or picked. */
export function FilesSource({ kind, upload }: Props) {
  const [refusal, setRefusal] = useState<string>()
  const [splitHeadings, setSplitHeadings] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const importFiles = (selected: readonly SelectedFile[]) => {
    const files = importableFiles(selected)
    const reason = selectionError(files)
    setRefusal(reason)
    upload.reset()
    if (!reason) upload.mutate({ files, splitHeadings })
  }
  const error = refusal ?? (upload.error ? errorMessage(upload.error) : undefined)
  const isWord = kind === 'word'
  return (
    <section className={styles.panel} aria-label={isWord ? 'Word files' : 'Files and folders'}>
      <ChoiceLine
        control={
          <Checkbox checked={splitHeadings} onChange={({ target }) => setSplitHeadings(target.checked)} />
        }
        help="Else a Word file becomes one page, so that links into it stay whole."
      >
        Split Word files into a page for every heading 1
      </ChoiceLine>
      <DropZone onFiles={importFiles}>
        {upload.isPending && upload.variables ? (
          <p role="status">
            Sending {pluralize(upload.variables.files.length, 'file')},{' '}
            {megabytes(totalSize(upload.variables.files))}
          </p>
        ) : (
          <>
            <p>{isWord ? 'Drop Word files here.' : 'Drop a folder, a zip or files here.'}</p>
            <p className="meta faint">
              {isWord
                ? 'Headings, lists, tables, code, footnotes and pictures of .docx files come along.'
                : 'Markdown, HTML and Word files become pages. The order is that of SUMMARY.md, else that of the folders.'}
            </p>
            <div className={styles.picks}>
              {!isWord && (
                <Button variant="outline" icon={FolderUp} onClick={() => folder.current?.click()}>
                  Choose a folder
                </Button>
              )}
              <Button
                variant="outline"
                icon={isWord ? FileText : Upload}
                onClick={() => picker.current?.click()}
              >
                {isWord ? 'Choose Word files' : 'Choose files or a zip'}
              </Button>
            </div>
          </>
        )}
      </DropZone>
      <FileInput of={folder} label="Folder" isFolder onFiles={importFiles} />
      <FileInput
        of={picker}
        label={isWord ? 'Word files' : 'Files or a zip'}
        accept={isWord ? '.docx' : '.zip,.md,.markdown,.mdx,.html,.htm,.docx,image/*'}
        onFiles={importFiles}
      />
      {error && (
        <p className="form-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{error}</span>
        </p>
      )}
    </section>
  )
}

type DropZoneProps = { onFiles: (files: readonly SelectedFile[]) => void; children: React.ReactNode }

function DropZone({ onFiles, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const onDrop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles(await droppedFiles(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same by key
    <div
      className={clsx(styles.drop, isOver && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => void onDrop(event)}
    >
      {children}
    </div>
  )
}

type FileInputProps = {
  of: RefObject<HTMLInputElement | null>
  label: string
  isFolder?: boolean
  accept?: string
  onFiles: (files: readonly SelectedFile[]) => void
}

const FileInput = ({ of, label, isFolder = false, accept, onFiles }: FileInputProps) => (
  <input
    ref={of}
    type="file"
    multiple
    hidden
    aria-label={label}
    {...(isFolder ? { webkitdirectory: '' } : { accept })}
    onChange={({ target }) => {
      onFiles(pickedFiles(target.files ?? []))
      target.value = ''
    }}
  />
)

const megabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`
