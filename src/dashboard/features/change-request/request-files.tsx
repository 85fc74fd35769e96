import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { MAX_INLINE_FILE_BYTES } from '#contract/content-changes.ts'
import type { File as SpaceFile } from '#contract/files.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { MoreButton, QueryStates } from '../../components/query-states.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { useEditContent } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './change-request.module.css'
import { changesQuery, type RequestRef, requestFilesQuery } from './queries.ts'

/** Files per edit. */
const MAX_FILES = 20

type FileChange = 'file_created' | 'file_edited' | 'file_deleted'
type Changed = { readonly type: FileChange; readonly file: Pick<SpaceFile, 'id' | 'name' | 'downloadURL'> }

const marks = {
  file_created: { label: 'Added', tone: 'success' },
  file_edited: { label: 'Changed', tone: 'ink' },
  file_deleted: { label: 'Deleted', tone: 'danger' },
} as const

type Props = { at: RequestRef; request: ChangeRequest; canEdit: boolean }

/** The files of a change request, with those that it adds, changes or deletes marked. */
export function RequestFiles({ at, request, canEdit }: Props) {
  const files = useInfiniteQuery(requestFilesQuery(at))
  const { data } = useQuery(changesQuery(at))
  const changed = (data?.changes ?? []).flatMap((one): Changed[] =>
    one.type === 'file_created' || one.type === 'file_edited' || one.type === 'file_deleted'
      ? [{ type: one.type, file: one.file }]
      : [],
  )
  const types = new Map(changed.map(({ type, file }) => [file.id, type]))
  const deleted = changed.filter(({ type }) => type === 'file_deleted')
  const actions = useFileEdits(at, request)
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => picker.current?.click()
  useActions(canEdit ? [{ id: 'files', label: 'Add files', icon: Upload, keys: 'c', run: pick }] : [])
  return (
    <div className="scroll">
      <section className={styles.files} aria-label="Files of this change request">
        {canEdit && (
          <p className={styles.filesHead}>
            <Button variant="outline" icon={Upload} onClick={pick}>
              Add files
            </Button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label="Files to add"
              onChange={({ target }) => {
                void actions.add([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </p>
        )}
        <QueryStates read={files} name="The files">
          {(pages) =>
            itemsOf(pages).length === 0 && deleted.length === 0 ? (
              <Empty title="No files">Files that pages show or link to are listed here.</Empty>
            ) : (
              <ul aria-label="Files">
                {itemsOf(pages).map((file) => (
                  <FileRow key={file.id} file={file} type={types.get(file.id)} size={file.size}>
                    {canEdit && (
                      <IconButton
                        small
                        icon={Trash2}
                        label={`Delete ${file.name}`}
                        onClick={() => actions.remove(file)}
                      />
                    )}
                  </FileRow>
                ))}
                {deleted.map(({ file, type }) => (
                  <FileRow key={file.id} file={file} type={type} />
                ))}
              </ul>
            )
          }
        </QueryStates>
        <MoreButton read={files}>Show more files</MoreButton>
      </section>
    </div>
  )
}

type RowProps = {
  file: Pick<SpaceFile, 'name' | 'downloadURL'>
  type: FileChange | undefined
  size?: number
  children?: React.ReactNode
}

const FileRow = ({ file, type, size, children }: RowProps) => (
  <li className={styles.file}>
    <a className="link truncate" href={file.downloadURL} target="_blank" rel="noreferrer">
      {file.name || labels.untitled}
    </a>
    {type && <Badge tone={marks[type].tone}>{marks[type].label}</Badge>}
    {size !== undefined && <span className="meta faint num">{formatFileSize(size)}</span>}
    {children}
  </li>
)

/** Adds and deletes files in the change request; each can be undone. */
function useFileEdits({ spaceId, number }: RequestRef, { revision }: ChangeRequest) {
  const editing = useEditContent({ spaceId, change: number })
  const remove = ({ id, name }: SpaceFile) =>
    editing.mutate(
      { changes: [{ operation: 'delete_file', file: id }] },
      {
        onSuccess: () =>
          offerUndo(`Deleted ${labels.quoted(name)}`, () =>
            editing.mutate({ changes: [{ operation: 'revert_file', file: id, revision }] }),
          ),
      },
    )
  const add = async (files: readonly File[]) => {
    const tooLarge = files.filter(({ size }) => size > MAX_INLINE_FILE_BYTES)
    if (tooLarge[0])
      toast.refused(
        `${labels.quoted(tooLarge[0].name)} is larger than ${formatFileSize(MAX_INLINE_FILE_BYTES)}`,
        {
          reason: 'Add larger files to the space itself.',
        },
      )
    const fitting = files.filter((file) => !tooLarge.includes(file)).slice(0, MAX_FILES)
    if (fitting.length === 0) return
    const inserted = await Promise.all(
      fitting.map(async (file, index) => ({ ...(await insertedFile(file)), ref: `file-${index}` })),
    )
    editing.mutate(
      { changes: [{ operation: 'insert_files', files: inserted }] },
      {
        onSuccess: ({ insertedFiles }) =>
          offerUndo(`Added ${pluralize(inserted.length, 'file')}`, () =>
            editing.mutate({
              changes: (insertedFiles ?? []).map(({ file }) => ({ operation: 'delete_file', file: file.id })),
            }),
          ),
      },
    )
  }
  return { add, remove }
}

async function insertedFile(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In parts, because functions take a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 8_192)
    binary += String.fromCharCode(...bytes.subarray(from, from + 8_192))
  return { name: file.name, base64: btoa(binary), contentType: file.type || 'application/octet-stream' }
}
