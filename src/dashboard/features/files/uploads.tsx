import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import { call } from '#contract/client.ts'
import type { Output } from '#contract/route.ts'
import { MAX_FILES_PER_UPLOAD, MAX_UPLOAD_BODY_BYTES, uploadRefusalReason } from '#contract/shared/limits.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { editContent } from '../../data/content.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { uploadTransport } from '../../data/uploads.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './files.module.css'

/** Running uploads with their progress, and failed ones with the reason. */
export function UploadTray({ uploads, isBusy, cancel, dismissFailed }: ReturnType<typeof useUploads>) {
  if (uploads.length === 0) return null
  const running = uploads.filter(({ error }) => error === undefined).length
  const failed = uploads.length - running
  return (
    <section className={styles.tray} aria-label="Uploads">
      <div className={styles.trayHead}>
        <p role="status">
          {running > 0 ? `Adding ${pluralize(running, 'file')}` : `Couldn’t add ${pluralize(failed, 'file')}`}
        </p>
        {isBusy ? (
          <Button size="small" icon={X} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button size="small" icon={X} onClick={dismissFailed}>
            Dismiss
          </Button>
        )}
      </div>
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

const UploadRow = ({ upload: { name, size, sent, error } }: { upload: Upload }) => (
  <li className={styles.running}>
    <span className="truncate">{name}</span>
    {error === undefined ? (
      <>
        <progress aria-label={`Progress of ${name}`} max={Math.max(1, size)} value={sent} />
        <span className="meta faint num">{formatFileSize(size)}</span>
      </>
    ) : (
      <span className={styles.error} role="alert">
        <Icon of={CircleAlert} size="s" />
        {error}
      </span>
    )}
  </li>
)

/** A running or failed upload. */
export type Upload = {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  /** Why it failed. */
  readonly error?: string
}

type QueuedUpload = Upload & { readonly file: File }

/** Uploads files to a space. Failed uploads stay in the list until they are dismissed. */
export function useUploads(spaceId: string) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const lastId = useRef(0)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  const isBusy = uploads.some(({ error }) => error === undefined)
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])

  const updateUploads = (ids: ReadonlySet<number>, change: (upload: Upload) => Upload | null) =>
    setUploads((all) => all.flatMap((one) => (ids.has(one.id) ? (change(one) ?? []) : [one])))

  const undo = (sent: UploadResult) => async () => {
    const changes = sent.files.map(({ id }) => ({ operation: 'delete_file' as const, file: id }))
    try {
      await editContent({ spaceId }, { changes })
      toast.done(`Removed ${pluralize(sent.files.length, 'file')}`)
    } catch (error) {
      toast.refused('Couldn’t remove the files', { reason: errorMessage(error) })
    }
    void invalidateResource(client, 'spaceContent')
  }

  const sendBatch = async (batch: readonly QueuedUpload[]): Promise<void> => {
    const ids = new Set(batch.map(({ id }) => id))
    const starts = new Map<number, number>()
    let from = 0
    for (const { id, size } of batch) {
      starts.set(id, from)
      from += size
    }
    const onProgress = (bytes: number) =>
      updateUploads(ids, (one) => ({
        ...one,
        sent: Math.max(0, Math.min(one.size, bytes - (starts.get(one.id) ?? 0))),
      }))
    try {
      const files = batch.map(({ file }) => file)
      const sent = await sendFiles(spaceId, { files, signal: abort.current.signal, onProgress })
      updateUploads(ids, () => null)
      const [first] = sent.files
      const description =
        sent.files.length === 1 && first ? labels.quoted(first.name) : pluralize(sent.files.length, 'file')
      offerUndo(`Added ${description}`, () => void undo(sent)())
    } catch (error) {
      if (abort.current.signal.aborted) return updateUploads(ids, () => null)
      updateUploads(ids, (one) => ({ ...one, error: errorMessage(error) }))
    }
    await invalidateResource(client, 'spaceContent')
  }

  const add = async (files: readonly File[]): Promise<void> => {
    const all = files.map((file): QueuedUpload => {
      const error = uploadRefusalReason(file)
      const id = ++lastId.current
      return {
        id,
        file,
        name: file.name,
        size: file.size,
        sent: 0,
        ...(error === undefined ? {} : { error }),
      }
    })
    setUploads((before) => [...before, ...all])
    for (const batch of batchesOf(all.filter(({ error }) => error === undefined))) await sendBatch(batch)
  }

  const cancel = () => {
    abort.current.abort()
    abort.current = new AbortController()
  }
  const dismissFailed = () => setUploads((all) => all.filter(({ error }) => error === undefined))
  return { uploads, isBusy, add, cancel, dismissFailed }
}

type UploadResult = Output<typeof api.spaceContent.uploadFiles>

type SendOptions = {
  readonly files: readonly File[]
  readonly signal: AbortSignal
  /** Called with the number of bytes sent. */
  readonly onProgress: (bytes: number) => void
}

/** Uploads files to a space. @throws {ApiError} */
const sendFiles = (spaceId: string, { files, signal, onProgress }: SendOptions): Promise<UploadResult> =>
  call(
    uploadTransport(onProgress),
    api.spaceContent.uploadFiles,
    { params: { spaceId }, body: formOf(files) },
    { signal },
  )

/** Replaces the content of a file. @throws {ApiError} */
export const sendReplacement = (
  spaceId: string,
  fileId: string,
  file: File,
): Promise<Output<typeof api.spaceContent.replaceFile>> =>
  call(
    uploadTransport(() => undefined),
    api.spaceContent.replaceFile,
    { params: { spaceId, fileId }, body: formOf([file]) },
  )

function formOf(files: readonly File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append('files', file, file.name)
  return form
}

/** Splits files into batches within the API's limits on count and total size per request. */
export function batchesOf<T extends { readonly size: number }>(files: readonly T[]): T[][] {
  const batches: T[][] = []
  let totalBytes = 0
  for (const file of files) {
    const lastId = batches.at(-1)
    totalBytes += file.size
    if (lastId && lastId.length < MAX_FILES_PER_UPLOAD && totalBytes <= MAX_UPLOAD_BODY_BYTES * 0.9) {
      lastId.push(file)
      continue
    }
    batches.push([file])
    totalBytes = file.size
  }
  return batches
}
