import { api } from '#contract/api.ts'
import { call } from '#contract/client.ts'
import { uploadRefusal } from '#contract/shared/file-limits.ts'
import type { ContentAt } from '../../lib/content-at.ts'
import { markdownOf } from '../../lib/file-markdown.ts'
import { uploadTransport } from '../../lib/upload-transport.ts'

/** A file that is in the space now, and how a text speaks of it. */
export type Uploaded = { readonly markdown: string }

/** Why a file cannot be taken into a page, or undefined when it can. */
export const refusalOf = (file: Pick<File, 'name' | 'size'>): string | undefined => {
  const refusal = uploadRefusal(file)
  return refusal && `${refusal}.`
}

/**
 * Puts a file into the space or the change request, as it is read.
 * @param onPart how much of it has gone out, from 0 to 1
 * @throws {ApiError} when the service refuses it
 */
export async function uploadFile(
  { spaceId, change }: ContentAt,
  file: File,
  onPart: (part: number) => void,
): Promise<Uploaded> {
  const body = new FormData()
  body.append('files', file, file.name || 'image')
  const send = uploadTransport((bytes, total) => onPart(total > 0 ? bytes / total : 0))
  const { files } =
    change === undefined
      ? await call(send, api.spaceContent.uploadFiles, { params: { spaceId }, body })
      : await call(send, api.changeRequestContent.uploadFiles, {
          params: { spaceId, changeRequestId: change },
          body,
        })
  const made = files[0]
  if (!made) throw new TypeError('The service took no file')
  return { markdown: markdownOf(made) }
}
