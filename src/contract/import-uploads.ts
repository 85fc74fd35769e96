import { z } from 'zod'
import { type Routes, resource } from './route.ts'
import { organizationPath } from './shared/paths.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { uploadBody } from './uploads.ts'

/** The size of a part that the service suggests, and the most that it accepts. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024
export const MAX_UPLOAD_PART_BYTES = 16 * 1024 * 1024
/** More uploads of one person are not open at the same time. */
export const MAX_OPEN_UPLOADS = 5
/** An upload that gets no part for this long is deleted. */
export const UPLOAD_LIFETIME_HOURS = 24

export const importUpload = z
  .object({
    object: z.literal('import-upload'),
    id,
    name: z.string(),
    size: z.number().int().describe('Bytes of the whole file'),
    received: z.number().int().describe('Bytes that have arrived: the offset of the next part'),
    partSize: z.number().int().describe('Suggested bytes of a part'),
    createdAt: timestamp,
    expiresAt: timestamp.describe('When it is deleted unless another part arrives'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'ImportUpload' })
export type ImportUpload = z.infer<typeof importUpload>

const base = '/orgs/:organizationId/import-uploads'
const uploadPath = organizationPath.extend({ importUploadId: id })

export const importUploads = resource('importUploads', {
  create: {
    id: 'createImportUpload',
    method: 'POST',
    path: base,
    summary: 'Start the upload of a zip in parts, which continues after an interruption.',
    description: `Upload the parts with \`appendToImportUpload\`, then import the file with \`startImport\` or \`createSiteImport\`. Up to ${MAX_OPEN_UPLOADS} uploads of a user can be open.`,
    permission: 'organization.member',
    params: organizationPath,
    body: z.object({
      space: id
        .optional()
        .describe('Space to import into, where you need the edit role. Without it, you need the create role'),
      name: z
        .string()
        .min(5)
        .max(255)
        .regex(/^[^/\\\p{Cc}]+\.zip$/iu, 'Use the name of a zip file')
        .describe('Name of the file'),
      size: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Bytes of the whole file'),
    }),
    status: 201,
    response: importUpload,
  },
  get: {
    id: 'getImportUpload',
    method: 'GET',
    path: `${base}/:importUploadId`,
    summary: 'Get one of your uploads, to see where it continues.',
    permission: 'organization.member',
    params: uploadPath,
    status: 200,
    response: importUpload,
  },
  append: {
    id: 'appendToImportUpload',
    method: 'POST',
    path: `${base}/:importUploadId/parts`,
    summary: `Upload the next part, up to ${MAX_UPLOAD_PART_BYTES / 1_048_576} MB.`,
    description:
      'The form has one file with the bytes of the part. If `offset` isn’t what has arrived, the status is 409, and `error.details.received` says where to continue.',
    permission: 'organization.member',
    params: uploadPath,
    query: z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    body: uploadBody,
    bodyType: 'multipart/form-data',
    bodyLimit: MAX_UPLOAD_PART_BYTES + 1_048_576,
    status: 200,
    response: importUpload,
  },
  delete: {
    id: 'deleteImportUpload',
    method: 'DELETE',
    path: `${base}/:importUploadId`,
    summary: 'Delete one of your uploads with the parts that have arrived.',
    permission: 'organization.member',
    params: uploadPath,
    status: 204,
  },
} as const satisfies Routes)
