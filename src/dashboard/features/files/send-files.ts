import { api } from '#contract/api.ts'
import { call } from '#contract/client.ts'
import type { Output } from '#contract/route.ts'
import { filesAtOnce } from '#contract/shared/file-limits.ts'
import { uploadBodyLimit } from '#contract/shared/limits.ts'
import { uploadTransport } from '../../lib/upload-transport.ts'

export type Sent = Output<typeof api.spaceContent.uploadFiles>

type Sending = {
  readonly files: readonly File[]
  readonly signal: AbortSignal
  /** Bytes that have left so far. */
  readonly onProgress: (bytes: number) => void
}

/** Adds files to a space. @throws {ApiError} when the service refuses them */
export const sendFiles = (spaceId: string, { files, signal, onProgress }: Sending): Promise<Sent> =>
  call(
    uploadTransport(onProgress),
    api.spaceContent.uploadFiles,
    { params: { spaceId }, body: formOf(files) },
    { signal },
  )

/** Gives a file other bytes. @throws {ApiError} when the service refuses them */
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

/** Files in the portions in which they are sent: as many as the service takes at once, within its weight. */
export function portionsOf<T extends { readonly size: number }>(files: readonly T[]): T[][] {
  const portions: T[][] = []
  let weight = 0
  for (const file of files) {
    const last = portions.at(-1)
    weight += file.size
    if (last && last.length < filesAtOnce && weight <= uploadBodyLimit * 0.9) {
      last.push(file)
      continue
    }
    portions.push([file])
    weight = file.size
  }
  return portions
}
