import { clsx } from 'clsx'
import { CircleAlert, FileText, FolderUp, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { reasonOf } from '../../lib/query-client.ts'
import { counted } from '../../lib/words.ts'
import {
  type ChosenFile,
  droppedFiles,
  pickedFiles,
  refusalOf,
  weightIn,
  worthSending,
} from './chosen-files.ts'
import type { useImporting } from './use-importing.ts'

type Props = { kind: 'files' | 'word'; sending: ReturnType<typeof useImporting>['files'] }

/** Files, a folder or a zip, dropped or chosen; Word files with the way to split them. */
export function FilesSource({ kind, sending }: Props) {
  const [refusal, setRefusal] = useState<string>()
  const [splitHeadings, setSplitHeadings] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (given: readonly ChosenFile[]) => {
    const files = worthSending(given)
    const reason = refusalOf(files)
    setRefusal(reason)
    sending.reset()
    if (!reason) sending.mutate({ files, splitHeadings })
  }
  const fault = refusal ?? (sending.error ? reasonOf(sending.error) : undefined)
  const isWord = kind === 'word'
  return (
    <section className="im-panel" aria-label={isWord ? 'Word files' : 'Files and folders'}>
      <ChoiceLine
        control={
          <Checkbox checked={splitHeadings} onChange={({ target }) => setSplitHeadings(target.checked)} />
        }
        help="Else a Word file becomes one page, so that links into it stay whole."
      >
        Split Word files into a page for every heading 1
      </ChoiceLine>
      <DropPlace onFiles={take}>
        {sending.isPending && sending.variables ? (
          <p role="status">
            Sending {counted(sending.variables.files.length, 'file')},{' '}
            {megabytes(weightIn(sending.variables.files))}
          </p>
        ) : (
          <>
            <p>{isWord ? 'Drop Word files here.' : 'Drop a folder, a zip or files here.'}</p>
            <p className="meta faint">
              {isWord
                ? 'Headings, lists, tables, code, footnotes and pictures of .docx files come along.'
                : 'Markdown, HTML and Word files become pages. The order is that of SUMMARY.md, else that of the folders.'}
            </p>
            <div className="im-picks">
              {!isWord && (
                <Button look="line" icon={FolderUp} onClick={() => folder.current?.click()}>
                  Choose a folder
                </Button>
              )}
              <Button look="line" icon={isWord ? FileText : Upload} onClick={() => picker.current?.click()}>
                {isWord ? 'Choose Word files' : 'Choose files or a zip'}
              </Button>
            </div>
          </>
        )}
      </DropPlace>
      <FileInput of={folder} label="Folder" isFolder onFiles={take} />
      <FileInput
        of={picker}
        label={isWord ? 'Word files' : 'Files or a zip'}
        accept={isWord ? '.docx' : '.zip,.md,.markdown,.mdx,.html,.htm,.docx,image/*'}
        onFiles={take}
      />
      {fault && (
        <p className="form-fault im-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{fault}</span>
        </p>
      )}
    </section>
  )
}

type DropProps = { onFiles: (files: readonly ChosenFile[]) => void; children: React.ReactNode }

function DropPlace({ onFiles, children }: DropProps) {
  const [isOver, setIsOver] = useState(false)
  const onDrop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles(await droppedFiles(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same by key
    <div
      className={clsx('im-drop', isOver && 'is-over')}
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
  onFiles: (files: readonly ChosenFile[]) => void
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
