import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import mime from 'mime'
import type { Db, Tx } from '../db/client.ts'
import { notFound } from '../errors.ts'
import type { Urls } from '../urls.ts'
import type { Blobs } from './blobs.ts'
import type { NewFile } from './changes.ts'
import type { SpaceRef } from './space-ref.ts'

export type FileInput = {
  readonly id?: string | undefined
  readonly ref?: string | undefined
  readonly name: string
  readonly bytes: Buffer
  /** What the caller says it is; believed only where the bytes do not tell. */
  readonly contentType?: string | undefined
}

/** Puts a file's bytes into the blob store and finds out what it is. It is in no space until it is committed. */
export async function newFile(
  blobs: Blobs,
  { id, ref, name, bytes, contentType: said }: FileInput,
): Promise<NewFile> {
  const contentType = await typeOf(bytes, name, said)
  const { hash, size } = await blobs.put(bytes, { contentType })
  return { id, ref, name, contentType, size, blob: hash, ...dimensionsOf(bytes, contentType) }
}

export type FileStreamInput = Omit<FileInput, 'bytes'> & { readonly content: Readable }

/** As much of a file as its kind and its dimensions are told by. */
const HEAD_BYTES = 1024 * 1024

/** As `newFile`, for bytes that arrive as a stream; no more than their head is held in memory. */
export async function newFileFromStream(
  blobs: Blobs,
  { id, ref, name, content, contentType: said }: FileStreamInput,
): Promise<NewFile> {
  const parts: Buffer[] = []
  let length = 0
  const seen = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (length < HEAD_BYTES) parts.push(chunk)
      length += chunk.length
      done(null, chunk)
    },
  })
  const [{ hash, size }] = await Promise.all([blobs.put(seen), pipeline(content, seen)])
  const head = Buffer.concat(parts)
  const contentType = await typeOf(head, name, said)
  return { id, ref, name, contentType, size, blob: hash, ...dimensionsOf(head, contentType) }
}

/** Signatures that many formats share tell less than the name does. */
const containers = new Set(['application/xml', 'application/zip', 'application/x-cfb'])

async function typeOf(bytes: Buffer, name: string, declared: string | undefined): Promise<string> {
  const seen = (await fileTypeFromBuffer(bytes))?.mime.split(';')[0]
  if (seen !== undefined && !containers.has(seen)) return seen
  const clean = declared?.split(';')[0]?.trim().toLowerCase()
  const told = clean !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(clean) ? clean : undefined
  return mime.getType(name) ?? told ?? seen ?? 'application/octet-stream'
}

function dimensionsOf(bytes: Buffer, contentType: string): { width?: number; height?: number } {
  if (!contentType.startsWith('image/')) return {}
  try {
    const { width, height } = imageSize(bytes)
    return Number.isFinite(width) && Number.isFinite(height)
      ? { width: Math.round(width), height: Math.round(height) }
      : {}
  } catch {
    // A picture of a kind whose size cannot be read is a file like any other.
    return {}
  }
}

export type FileRow = {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly blob: string
  readonly width: number | null
  readonly height: number | null
  readonly createdAt: Date
  readonly replacedAt: Date | null
}

export const fileColumns = [
  'file_id as id',
  'name',
  'content_type as contentType',
  'size',
  'blob',
  'width',
  'height',
  'created_at as createdAt',
  'replaced_at as replacedAt',
] as const

/** One file of the space's head. @throws {DomainError} `not_found` */
export async function fileOf(db: Db | Tx, at: SpaceRef, fileId: string): Promise<FileRow> {
  const file = await db
    .selectFrom('file')
    .select(fileColumns)
    .where('organization_id', '=', at.organizationId)
    .where('space_id', '=', at.spaceId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (file === undefined) throw notFound('file', fileId)
  return file
}

/**
 * A file of the space, of its head or of another revision: those of change requests, and what a roll back took away.
 * @param version of its bytes, as `fileUrl` writes it; those of the head where it has such bytes no more
 * @throws {DomainError} `not_found`
 */
export async function anyFileOf(
  db: Db | Tx,
  at: SpaceRef,
  fileId: string,
  version?: string,
): Promise<FileRow> {
  const from = (table: 'file' | 'unshown_file') =>
    db
      .selectFrom(table)
      .select(fileColumns)
      .where('organization_id', '=', at.organizationId)
      .where('space_id', '=', at.spaceId)
      .where('file_id', '=', fileId)
  const [shown, others] = [await from('file').executeTakeFirst(), from('unshown_file')]
  const isMeant = (file: FileRow | undefined) => version === undefined || file?.blob.startsWith(version)
  if (shown !== undefined && isMeant(shown)) return shown
  const kept = await others.orderBy('replaced_at', (by) => by.desc().nullsLast()).execute()
  const file = kept.find(isMeant) ?? shown ?? kept[0]
  if (file === undefined) throw notFound('file', fileId)
  return file
}

const VERSION_LENGTH = 12

/**
 * Where a file is downloaded. The name at the end is for people; the id decides, and of a file whose bytes were
 * replaced the version, so that nobody is shown others than are meant.
 */
export const fileUrl = (
  urls: Pick<Urls, 'base'>,
  spaceId: string,
  file: Pick<FileRow, 'id' | 'name' | 'blob'> & { readonly replacedAt?: Date | string | null | undefined },
) =>
  `${urls.base}/files/${spaceId}/${file.id}/${encodeURIComponent(file.name)}${file.replacedAt ? `?v=${file.blob.slice(0, VERSION_LENGTH)}` : ''}`
