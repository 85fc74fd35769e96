import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { ImportUpload } from '#contract/import-uploads.ts'
import { callApi } from '../../data/api.ts'
import { readLocalStorage, removeLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { id } from '../../lib/search-params.ts'
import type { SelectedFile } from './selected-files.ts'

/** Smaller files are uploaded with one request. */
const MIN_BYTES = 16 * 1_048_576
/** How long an upload waits for the service before it fails. */
const MAX_WAIT_MS = 10 * 60_000

export const isUploadedInParts = (files: readonly SelectedFile[]): boolean => {
  const [only, ...others] = files
  return only !== undefined && others.length === 0 && /\.zip$/i.test(only.path) && only.file.size > MIN_BYTES
}

export type UploadOptions = {
  readonly organizationId: string
  /** Absent for the import of a site. */
  readonly spaceId?: string
  readonly onProgress: (fraction: number) => void
}

/**
 * Uploads a file in parts and returns the id of the upload. It continues after the connection was lost, and with the
 * same file after the tab was closed.
 */
export async function uploadInParts(file: File, { onProgress, ...target }: UploadOptions): Promise<string> {
  const key = keyOf(file, target)
  let upload = (await storedUpload(key, target.organizationId)) ?? (await newUpload(file, key, target))
  let failingSince: number | null = null
  onProgress(upload.received / file.size)
  while (upload.received < file.size) {
    try {
      upload = await sendPart(file, upload, target.organizationId)
      failingSince = null
      onProgress(upload.received / file.size)
    } catch (error) {
      failingSince ??= Date.now()
      if (!isTemporary(error) || Date.now() - failingSince > MAX_WAIT_MS) throw error
      await pause(error)
      upload = (await currentState(upload, target.organizationId)) ?? upload
    }
  }
  removeLocalStorage(key)
  return upload.id
}

const keyOf = (file: File, { organizationId, spaceId = 'site' }: Omit<UploadOptions, 'onProgress'>): string =>
  ['upload', organizationId, spaceId, file.name, file.size, file.lastModified].join('.')

/** The upload of this file that was interrupted; null if there is none, or if it has expired. */
async function storedUpload(key: string, organizationId: string): Promise<ImportUpload | null> {
  const importUploadId = readLocalStorage(key, id)
  if (importUploadId === undefined) return null
  try {
    return await callApi(api.importUploads.get, { params: { organizationId, importUploadId } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    removeLocalStorage(key)
    return null
  }
}

async function newUpload(
  file: File,
  key: string,
  { organizationId, spaceId }: Omit<UploadOptions, 'onProgress'>,
): Promise<ImportUpload> {
  const space = spaceId === undefined ? {} : { space: spaceId }
  const upload = await callApi(api.importUploads.create, {
    params: { organizationId },
    body: { ...space, name: file.name, size: file.size },
  })
  writeLocalStorage(key, upload.id)
  return upload
}

function sendPart(file: File, { id, received, partSize }: ImportUpload, organizationId: string) {
  const body = new FormData()
  body.append('files', file.slice(received, received + partSize), file.name)
  const params = { organizationId, importUploadId: id }
  return callApi(api.importUploads.append, { params, query: { offset: received }, body })
}

/** What has arrived; null while the service doesn't answer. */
async function currentState({ id }: ImportUpload, organizationId: string): Promise<ImportUpload | null> {
  try {
    return await callApi(api.importUploads.get, { params: { organizationId, importUploadId: id } })
  } catch (error) {
    if (isTemporary(error)) return null
    throw error
  }
}

/** The connection was lost, the service restarts or is busy, or a part had arrived already. */
const isTemporary = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 409))

const RETRY_MS = 2000

/** Waits a little, or until the browser is online again. */
const pause = (error: unknown): Promise<void> =>
  new Promise((resolve) => {
    if (error instanceof ApiError && error.status === 409) return resolve()
    const timer = setTimeout(resolve, RETRY_MS)
    window.addEventListener(
      'online',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
