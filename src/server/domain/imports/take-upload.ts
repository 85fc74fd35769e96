import type { Tx } from '../../db/client.ts'
import type { ImportSource } from '../../db/tables/imports.ts'
import { DomainError, notFound } from '../../errors.ts'
import { deleteUpload, lockUpload, type UploadRef } from './part-upload-queries.ts'

/**
 * Turns a complete upload into the source of an import with the same id, in the transaction that starts it.
 * @throws {DomainError} `not_found`, `invalid_state` (incomplete), `validation` (for another space)
 */
export async function takeUpload(tx: Tx, ref: UploadRef, spaceId: string | null): Promise<ImportSource> {
  const upload = await lockUpload(tx, ref)
  if (upload === undefined) throw notFound('upload', ref.importUploadId)
  const { name, size, received, parts } = upload
  if (received < size)
    throw new DomainError('invalid_state', `Only ${received} of ${size} bytes have arrived`, { received })
  if (upload.spaceId !== spaceId)
    throw new DomainError('validation', 'The upload was started for another import')
  await deleteUpload(tx, ref.organizationId, ref.importUploadId)
  return { type: 'file', files: [{ path: name, name: '0', size, parts }] }
}
