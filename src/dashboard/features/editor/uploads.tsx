import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import { call } from '#contract/client.ts'
import { uploadRefusalReason } from '#contract/shared/limits.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { type ContentRef, contentResource } from '../../data/content.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { markdownOf, uploadTransport } from '../../data/uploads.ts'
import { labels } from '../../lib/labels.ts'
import styles from './editor.module.css'

type Props = { uploads: readonly Upload[]; onDismiss: (id: number) => void }

/** Running and failed uploads. */
export function UploadsList({ uploads, onDismiss }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label="Files being added">
      {uploads.map((one) => (
        <li key={one.id}>
          {one.reason === undefined ? (
            <UploadProgress of={one} />
          ) : (
            <FailedUpload of={one} onDismiss={onDismiss} />
          )}
        </li>
      ))}
    </ul>
  )
}

const UploadProgress = ({ of }: { of: Upload }) => (
  <>
    <span className="truncate">{of.name}</span>
    <progress max={1} value={of.progress} aria-label={`Adding ${of.name}`} />
    <span className="meta faint num">{Math.round(of.progress * 100)} %</span>
  </>
)

const FailedUpload = ({ of, onDismiss }: { of: Upload; onDismiss: (id: number) => void }) => (
  <>
    <Icon of={CircleAlert} size="s" className="i-danger" />
    <p role="alert">
      Couldn’t add {labels.quoted(of.name)}. {of.reason}
    </p>
    {of.retry && (
      <Button size="small" variant="outline" onClick={of.retry}>
        {labels.tryAgain}
      </Button>
    )}
    <IconButton
      small
      tip={false}
      className="btn-plain"
      icon={X}
      label={`Dismiss ${of.name}`}
      onClick={() => onDismiss(of.id)}
    />
  </>
)

/** An upload to the space. */
export type Upload = {
  readonly id: number
  readonly name: string
  /** Fraction sent, from 0 to 1. */
  readonly progress: number
  /** Why it failed; undefined while it runs. */
  readonly reason?: string | undefined
  /** Absent if it would fail again. */
  readonly retry?: (() => void) | undefined
}

/** The text that files are inserted into. */
export type UploadTarget = {
  readonly cursor: () => number
  /** Marks the position of a file, and returns a function that puts Markdown there. */
  readonly insertPlaceholder: (at: number, name: string) => (markdown: string) => void
}

/** Uploads files and inserts them into the text; a placeholder marks the position in the meantime. */
export function useUploads(target: ContentRef, text: () => UploadTarget | null) {
  const client = useQueryClient()
  const count = useRef(0)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (id: number, next: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))
  const dismiss = (id: number) => setUploads((all) => all.filter((one) => one.id !== id))

  /** `begin` is called if the file can be uploaded, and what it returns once that is over. */
  const upload = async (file: File, begin: () => FileInText) => {
    const id = ++count.current
    const error = uploadError(file)
    const entry = { id, name: file.name || 'image', progress: 0, reason: error }
    if (error) return setUploads((all) => [...all, entry])
    const { onProgress, onDone } = begin()
    if (onProgress === undefined) setUploads((all) => [...all, entry])
    const progress = onProgress ?? ((fraction: number) => change(id, { progress: fraction }))
    try {
      onDone(await uploadFile(target, file, progress))
      dismiss(id)
      void invalidateResource(client, contentResource(target))
    } catch (error) {
      onDone(null)
      const retry = () => {
        dismiss(id)
        void upload(file, begin)
      }
      const failed = { ...entry, reason: errorMessage(error), retry }
      setUploads((all) => [...all.filter((one) => one.id !== id), failed])
    }
  }
  const cursor = () => text()?.cursor() ?? 0
  /** A placeholder where the file belongs, or at the cursor when it is tried again. */
  const placeholder = (file: File, at: number) => {
    let isFirst = true
    return (): FileInText => {
      const name = `Adding ${file.name} (${count.current})…`
      const replace = text()?.insertPlaceholder(isFirst ? at : cursor(), name)
      isFirst = false
      return { onDone: (uploaded) => replace?.(uploaded === null ? '' : markdownOf(uploaded)) }
    }
  }
  return {
    uploads,
    isBusy: uploads.some(({ reason }) => reason === undefined),
    dismiss,
    add: async (files: readonly File[], at?: number) => {
      for (const file of files) if (text()) await upload(file, placeholder(file, at ?? cursor()))
    },
    /** Uploads a file into a part of the text that shows its progress. */
    addTo: upload,
  }
}

/** An upload within the text. Without `onProgress`, its progress is in the list of uploads. */
export type FileInText = {
  readonly onProgress?: (fraction: number) => void
  /** Gets null if the upload failed. */
  readonly onDone: (uploaded: UploadedFile | null) => void
}

type UploadedFile = Parameters<typeof markdownOf>[0]

/** Why a file can't be uploaded; undefined if it can. */
export const uploadError = (file: Pick<File, 'name' | 'size'>): string | undefined => {
  const error = uploadRefusalReason(file)
  return error && `${error}.`
}

/** Uploads a file to the space or change request. `onProgress` gets the fraction sent, from 0 to 1. */
async function uploadFile(
  { spaceId, change }: ContentRef,
  file: File,
  onProgress: (progress: number) => void,
): Promise<UploadedFile> {
  const body = new FormData()
  body.append('files', file, file.name || 'image')
  const send = uploadTransport((bytes, total) => onProgress(total > 0 ? bytes / total : 0))
  const { files } =
    change === undefined
      ? await call(send, api.spaceContent.uploadFiles, { params: { spaceId }, body })
      : await call(send, api.changeRequestContent.uploadFiles, {
          params: { spaceId, changeRequestId: change },
          body,
        })
  const [uploaded] = files
  if (!uploaded) throw new TypeError('Lectern didn’t accept the file')
  return uploaded
}

type FilePickerProps = {
  input: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
}

/** The file picker of the operating system. */
export const FilePicker = ({ input, onFiles }: FilePickerProps) => (
  <input
    ref={input}
    type="file"
    multiple
    hidden
    aria-label="Image or file"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      target.value = ''
    }}
  />
)
