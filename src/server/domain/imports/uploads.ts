import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../errors.ts'
import type { Arriving } from '../../importing/staging.ts'

/**
 * The files of a form, one after the other as they arrive; each has to be read to its end before the next. The
 * name of a part is its path. Throws `DomainError('unsupported_media_type')` when the request is no form.
 */
export async function* uploadedFiles(request: FastifyRequest): AsyncGenerator<Arriving> {
  if (!request.isMultipart()) {
    throw new DomainError('unsupported_media_type', 'Send the files as multipart/form-data')
  }
  for await (const part of request.parts({ preservePath: true })) {
    if (part.type === 'file') yield { path: part.filename, content: part.file }
  }
}
