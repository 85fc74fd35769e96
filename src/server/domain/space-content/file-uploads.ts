import { MAX_FILES_PER_UPLOAD, uploadRefusalReason } from '#contract/shared/limits.ts'
import type { Change, NewFile } from '../../content/changes.ts'
import type { CommitResult } from '../../content/commit.ts'
import { newFileFromStream } from '../../content/files.ts'
import type { Context } from '../../context.ts'
import { type DomainError, invalid } from '../../errors.ts'
import { type UploadedFile, uploadedFiles } from '../imports/uploads.ts'
import { presentFile } from '../revision-content/present.ts'

const MAX_NAME_LENGTH = 256

/**
 * Stores the files of a multipart request as they arrive; they belong to no space until they are committed.
 * @throws {DomainError} `validation` when a file is refused, or there are none or more than `maxFiles`
 */
export async function filesOfForm(ctx: Context, maxFiles = MAX_FILES_PER_UPLOAD): Promise<NewFile[]> {
  const files: NewFile[] = []
  for await (const { path, content } of uploadedFiles(ctx.request)) {
    const name = nameOf(path)
    if (files.length === maxFiles)
      throw invalidFile(maxFiles === 1 ? 'Send one file' : `Send ${maxFiles} files or fewer per request`)
    const early = uploadRefusalReason({ name })
    if (early !== undefined) throw invalidFile(`“${name}”: ${early}`)
    files.push(await storeUpload(ctx, name, content))
  }
  if (files.length === 0) throw invalidFile('Send at least one file')
  return files
}

async function storeUpload(ctx: Context, name: string, content: UploadedFile['content']): Promise<NewFile> {
  const file = await newFileFromStream(ctx.blobs, { name, content })
  // The parser truncates a file at the size limit; the rest of it is useless.
  if (content.truncated) await ctx.blobs.remove(file.blob)
  const size = content.truncated ? Number.POSITIVE_INFINITY : file.size
  const refusal = uploadRefusalReason({ name, size })
  if (refusal !== undefined) throw invalidFile(`“${name}”: ${refusal}`)
  return file
}

/** The file name in a path. @throws {DomainError} `validation` when it cannot be a name */
function nameOf(path: string): string {
  const name =
    path
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\p{Cc}/gu, '')
      .trim() ?? ''
  if (name === '') throw invalidFile('Each file needs a name')
  if (name.length > MAX_NAME_LENGTH)
    throw invalidFile(`Use ${MAX_NAME_LENGTH} characters or fewer for a name`)
  return name
}

const invalidFile = (message: string): DomainError => invalid([{ path: ['body', 'files'], message }])

/** The response to an upload into a space or change request. */
export function uploadResult(
  { revision, previous, files }: Pick<CommitResult, 'revision' | 'previous' | 'files'>,
  ctx: Context,
  spaceId: string,
) {
  return { revision, previous, files: files.map((file) => presentFile(file, ctx.urls, spaceId)) }
}

/** The change that replaces the content of a file and keeps its name. */
export function replaceFileChanges(fileId: string, files: readonly NewFile[]): Change[] {
  return files.map(({ name: _name, id: _id, ref: _ref, ...content }) => ({
    operation: 'update_file',
    file: fileId,
    content,
  }))
}
