import type { Readable } from 'node:stream'
import { MAX_FILES_PER_UPLOAD, uploadRefusalReason } from '#contract/shared/limits.ts'
import type { Change, NewFile } from '../../content/changes.ts'
import type { CommitResult } from '../../content/commit.ts'
import { newFileFromStream } from '../../content/files.ts'
import type { Context } from '../../context.ts'
import { type DomainError, invalid } from '../../errors.ts'
import { uploadedFiles } from '../imports/uploads.ts'
import { presentFile } from '../revision-content/present.ts'

const MAX_NAME_LENGTH = 256

/**
 * Puts the files of a form into the blob store as they arrive; they are in no space until they are committed.
 * @throws {DomainError} `validation` when one may not be taken, or there are none or more than `maxFiles`
 */
export async function filesOfForm(ctx: Context, maxFiles = MAX_FILES_PER_UPLOAD): Promise<NewFile[]> {
  const files: NewFile[] = []
  for await (const { path, content } of uploadedFiles(ctx.request)) {
    const name = nameOf(path)
    if (files.length === maxFiles)
      throw invalidFile(maxFiles === 1 ? 'Send one file' : `At most ${maxFiles} files at once`)
    const early = uploadRefusalReason({ name })
    if (early !== undefined) throw invalidFile(`“${name}”: ${early}`)
    files.push(await storeUpload(ctx, name, content as Readable & { truncated?: boolean }))
  }
  if (files.length === 0) throw invalidFile('Send at least one file')
  return files
}

async function storeUpload(
  ctx: Context,
  name: string,
  content: Readable & { truncated?: boolean },
): Promise<NewFile> {
  const file = await newFileFromStream(ctx.blobs, { name, content })
  // A file over the limit is cut off where the limit is; such a part of it is nobody's.
  if (content.truncated) await ctx.blobs.remove(file.blob)
  const size = content.truncated ? Number.POSITIVE_INFINITY : file.size
  const refusal = uploadRefusalReason({ name, size })
  if (refusal !== undefined) throw invalidFile(`“${name}”: ${refusal}`)
  return file
}

/** The last part of a path; what cannot be a name is not one. */
function nameOf(path: string): string {
  const name =
    path
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\p{Cc}/gu, '')
      .trim() ?? ''
  if (name === '') throw invalidFile('Each file needs a name')
  if (name.length > MAX_NAME_LENGTH) throw invalidFile(`A name has at most ${MAX_NAME_LENGTH} characters`)
  return name
}

const invalidFile = (message: string): DomainError => invalid([{ path: ['body', 'files'], message }])

/** What an upload into a space or a change request made. */
export function uploadResult(
  { revision, previous, files }: Pick<CommitResult, 'revision' | 'previous' | 'files'>,
  ctx: Context,
  spaceId: string,
) {
  return { revision, previous, files: files.map((file) => presentFile(file, ctx.urls, spaceId)) }
}

/** The change that gives a file other bytes, and keeps its name. */
export function replaceFileChanges(fileId: string, files: readonly NewFile[]): Change[] {
  return files.map(({ name: _name, id: _id, ref: _ref, ...content }) => ({
    operation: 'update_file',
    file: fileId,
    content,
  }))
}
