import {
  type ImportUpload,
  importUploads,
  MAX_OPEN_UPLOADS,
  MAX_UPLOAD_PART_BYTES,
  UPLOAD_PART_BYTES,
} from '#contract/import-uploads.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { removeUpload, storePart } from '../../importing/uploads.ts'
import { expectCanCreateIn } from '../library-tree/position.ts'
import {
  addPart,
  countUploads,
  deleteUpload,
  insertUpload,
  lockUploadsOf,
  UPLOAD_LIFETIME_MS,
  type UploadRef,
  type UploadRow,
  uploadOf,
} from './part-upload-queries.ts'
import { expectCanEdit } from './target.ts'
import { uploadedFiles } from './uploads.ts'

type Params = { readonly organizationId: string; readonly importUploadId: string }

export const importUploadHandlers = handle(importUploads, {
  async create(ctx, { params: { organizationId }, body: { space, name, size } }) {
    if (space !== undefined) await expectCanEdit(ctx, space)
    expectFitting(size, ctx.config.importBytes)
    const ref = { organizationId, importUploadId: ctx.newId(), userId: ctx.caller.userId }
    await ctx.write(async (tx) => {
      if (space === undefined) await expectCanCreateIn(tx, ctx, null)
      await lockUploadsOf(tx, ref)
      if ((await countUploads(tx, ref)) >= MAX_OPEN_UPLOADS) throw tooMany()
      await insertUpload(tx, ref, { spaceId: space ?? null, name, size, now: ctx.now() })
    })
    return present(ctx, await ownUpload(ctx, ref))
  },

  async get(ctx, { params }) {
    return present(ctx, await ownUpload(ctx, refOf(ctx, params)))
  },

  async append(ctx, { params, query: { offset } }) {
    const ref = refOf(ctx, params)
    const upload = await ownUpload(ctx, ref)
    if (upload.received !== offset) throw otherOffset(upload.received)
    const bytes = await partOf(ctx)
    if (bytes.length > upload.size - offset) throw malformedPart('The part goes beyond the end of the file')
    // Under a name of its own: another request with the same offset must not change what is recorded.
    const part = `0.${ctx.newId()}`
    await storePart(ctx, upload.id, part, bytes)
    const isAdded = await ctx.write((tx) =>
      addPart(tx, ref, { name: part, offset, size: bytes.length, now: ctx.now() }),
    )
    const now = await ownUpload(ctx, ref)
    if (!isAdded) throw otherOffset(now.received)
    return present(ctx, now)
  },

  async delete(ctx, { params }) {
    const upload = await ownUpload(ctx, refOf(ctx, params))
    await ctx.write((tx) => deleteUpload(tx, upload.organizationId, upload.id))
    await removeUpload(ctx, upload.id)
  },
})

const refOf = (ctx: Context, { organizationId, importUploadId }: Params): UploadRef => ({
  organizationId,
  importUploadId,
  userId: ctx.caller.userId,
})

async function ownUpload(ctx: Context, ref: UploadRef): Promise<UploadRow> {
  const row = await uploadOf(ctx.db, ref)
  if (row === undefined) throw notFound('upload', ref.importUploadId)
  return row
}

/** The bytes of the only file of a form. */
async function partOf(ctx: Context): Promise<Buffer> {
  let part: Buffer | undefined
  for await (const { content } of uploadedFiles(ctx.request, { fileSize: MAX_UPLOAD_PART_BYTES, files: 1 })) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    if (content.truncated) throw new DomainError('payload_too_large', TOO_LARGE)
    part = Buffer.concat(chunks)
  }
  if (part === undefined || part.length === 0) throw malformedPart('Send the bytes of the part as a file')
  return part
}

const TOO_LARGE = `A part can have up to ${MAX_UPLOAD_PART_BYTES / 1_048_576} MB`

const malformedPart = (message: string) => invalid([{ path: ['body', 'files'], message }])

const otherOffset = (received: number) =>
  new DomainError('conflict', `Continue at byte ${received}`, { received })

const tooMany = () =>
  new DomainError(
    'invalid_state',
    `You can have up to ${MAX_OPEN_UPLOADS} unfinished uploads. Finish or delete one first`,
  )

function expectFitting(size: number, limit: number): void {
  if (size <= limit) return
  const message = `An import can have up to ${limit / 1_048_576} MB, which LECTERN_IMPORT_MAX_MB changes`
  throw new DomainError('payload_too_large', message)
}

function present({ urls }: Context, row: UploadRow): ImportUpload {
  const { organizationId, id, name, size, received, createdAt, updatedAt } = row
  return {
    object: 'import-upload',
    id,
    name,
    size,
    received,
    partSize: UPLOAD_PART_BYTES,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(updatedAt.getTime() + UPLOAD_LIFETIME_MS).toISOString(),
    urls: { location: urls.location('orgs', organizationId, 'import-uploads', id) },
  }
}
