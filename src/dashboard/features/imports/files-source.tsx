import type { UseMutationResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert, FileText, FolderUp, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './imports.module.css'
import type { FileImport } from './mutations.ts'
import {
  droppedFiles,
  importableFiles,
  pickedFiles,
  type SelectedFile,
  selectionError,
  totalSize,
} from './selected-files.ts'

type Props<T> = {
  /** `site` for the sources of a whole site. */
  kind: 'files' | 'word' | 'site'
  upload: UseMutationResult<T, Error, FileImport>
  /** How much of a large file has arrived, from 0 to 1; null for others. */
  progress: number | null
}

/** Files, a folder or a zip file, dropped or picked. */
export function FilesSource<T>({ kind, upload, progress }: Props<T>) {
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
      {kind !== 'site' && (
        <ChoiceLine
          control={
            <Checkbox checked={splitHeadings} onChange={({ target }) => setSplitHeadings(target.checked)} />
          }
          help="Otherwise, each Word file becomes one page, and links within it keep working."
        >
          Split Word files into a page for every heading 1
        </ChoiceLine>
      )}
      <DropZone onFiles={importFiles}>
        {upload.isPending && upload.variables ? (
          <Uploading files={upload.variables.files} progress={progress} />
        ) : (
          <>
            <p>{invitations[kind].title}</p>
            <p className="meta faint">{invitations[kind].help}</p>
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

function Uploading({ files, progress }: { files: readonly SelectedFile[]; progress: number | null }) {
  return (
    <div className={styles.uploading}>
      <p role="status">
        Uploading {pluralize(files.length, 'file')}, {megabytes(totalSize(files))}
      </p>
      {progress !== null && (
        <>
          <progress className={styles.bar} aria-label="Upload" value={progress} max={1} />
          <p className="meta faint">
            {Math.floor(progress * 100)}%. If the upload is interrupted, choose the same file again to
            continue.
          </p>
        </>
      )}
    </div>
  )
}

const invitations = {
  files: {
    title: 'Drop a folder, a zip or files here.',
    help: 'Markdown, HTML and Word files become pages, in the order of SUMMARY.md or, without one, of the folders. Exports of Confluence (HTML) and Notion (Markdown & CSV), and MkDocs, Docusaurus and Mintlify projects, are recognized.',
  },
  word: {
    title: 'Drop Word files here.',
    help: 'Imports headings, lists, tables, code, footnotes and images from .docx files.',
  },
  site: {
    title: 'Drop a folder or a zip here.',
    help: 'A docs.yaml describes the site. Without one, each folder with a SUMMARY.md becomes a section.',
  },
} as const

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
