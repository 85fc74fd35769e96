import '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { StoredTarget } from '../../db/tables/imports.ts'
import { DomainError, invalid } from '../../errors.ts'
import { IMPORT_LIMITS } from '../../importing/source-files.ts'
import type { IncomingFile } from '../../importing/staging.ts'
import { removeUpload, storeUpload } from '../../importing/uploads.ts'
import { startImport } from './start.ts'
import { resolveTarget } from './target.ts'

/**
 * The files of a multipart request as they arrive, named by their path; read each to its end before the next.
 * @throws {DomainError} `unsupported_media_type` for other requests; `validation` or `payload_too_large` for a malformed
 * form, which reading a file's content can throw as well
 */
export async function* uploadedFiles(
  request: FastifyRequest,
  limits: FormLimits = {},
): AsyncGenerator<UploadedFile> {
  if (!request.isMultipart()) {
    throw new DomainError('unsupported_media_type', 'Send the files as multipart/form-data')
  }
  // Each step can throw the parser's errors. Those of the caller, between the steps, are not caught.
  const parts = readParts(request, limits)
  for await (const part of parts) {
    if (part.type !== 'file') continue
    // The parser returns no name for parts that have a type only.
    const path: string | undefined = part.filename
    if (path === undefined) throw malformed('Each file needs a name')
    yield { path: path.toWellFormed(), content: contentOf(part.file) }
  }
}

/** `truncated` is true once the content was read up to the size limit. */
export type UploadedFile = IncomingFile & { readonly content: Readable & { readonly truncated: boolean } }

/** The most bytes of a file and the most files; by default those of files of a space. */
type FormLimits = { readonly fileSize?: number; readonly files?: number; readonly parts?: number }

async function* readParts(request: FastifyRequest, limits: FormLimits) {
  try {
    yield* request.parts({ preservePath: true, limits })
  } catch (error) {
    throw parserError(error)
  }
}

function contentOf(file: Readable & { readonly truncated: boolean }): UploadedFile['content'] {
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* file
    } catch (error) {
      throw parserError(error)
    }
  }
  const content = Readable.from(chunks(), { objectMode: false })
  return Object.defineProperty(content, 'truncated', { get: () => file.truncated }) as UploadedFile['content']
}

/** A parser knows only malformed forms and exceeded limits; both are the caller's errors. */
function parserError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return isTooLarge
    ? new DomainError('payload_too_large', 'The form has too many parts, or a file is too large')
    : malformed('The form is incomplete or malformed multipart/form-data')
}

const malformed = (message: string): DomainError => invalid([{ path: ['body', 'files'], message }])

/** The files of a form for an import, which may be archives of any size up to the limit of imports. */
export const filesToImport = ({ request, config }: Context): AsyncGenerator<UploadedFile> =>
  uploadedFiles(request, {
    fileSize: config.importBytes,
    files: IMPORT_LIMITS.entries,
    parts: IMPORT_LIMITS.entries,
  })

type UploadOptions = { readonly target: StoredTarget; readonly splitHeadings: boolean | undefined }

/** Imports the files of a form. Checks the target first, so that nothing is read for an import that would be refused. */
export async function importUpload(ctx: Context, spaceId: string, { target, splitHeadings }: UploadOptions) {
  const importId = ctx.newId()
  const { organizationId } = ctx.access
  await resolveTarget(ctx.db, { organizationId, spaceId }, target)
  const files = await storeUpload(ctx, importId, filesToImport(ctx))
  const options = splitHeadings === undefined ? {} : { splitHeadings }
  try {
    return await startImport(ctx, { importId, spaceId, source: { type: 'file', files }, target, options })
  } catch (error) {
    await removeUpload(ctx, importId)
    throw error
  }
}
