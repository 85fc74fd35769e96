import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { StoredTarget } from '../../db/tables/imports.ts'
import { DomainError } from '../../errors.ts'
import { type IncomingFile, stage, unstage } from '../../importing/staging.ts'
import { startImport } from './start.ts'
import { resolveTarget } from './target.ts'

/**
 * The files of a multipart request as they arrive, named by their path; read each to its end before the next.
 * @throws {DomainError} `unsupported_media_type` for other requests
 */
export async function* uploadedFiles(request: FastifyRequest): AsyncGenerator<IncomingFile> {
  if (!request.isMultipart()) {
    throw new DomainError('unsupported_media_type', 'Send the files as multipart/form-data')
  }
  for await (const part of request.parts({ preservePath: true })) {
    if (part.type === 'file') yield { path: part.filename, content: part.file }
  }
}

type UploadOptions = { readonly target: StoredTarget; readonly splitHeadings: boolean | undefined }

/** Imports the files of a form. Checks the target first, so that nothing is read for an import that would be refused. */
export async function importUpload(ctx: Context, spaceId: string, { target, splitHeadings }: UploadOptions) {
  const importId = ctx.newId()
  const { organizationId } = ctx.access
  await resolveTarget(ctx.db, { organizationId, spaceId }, target)
  const files = await stage(ctx.config, importId, uploadedFiles(ctx.request))
  const options = splitHeadings === undefined ? {} : { splitHeadings }
  try {
    return await startImport(ctx, { importId, spaceId, source: { type: 'file', files }, target, options })
  } catch (error) {
    await unstage(ctx.config, importId)
    throw error
  }
}
