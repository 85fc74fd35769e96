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
import { markupTypeOf } from './markup-type.ts'
import type { SpaceRef } from './space-ref.ts'

export type FileInput = {
  readonly id?: string | undefined
  readonly ref?: string | undefined
  readonly name: string
  readonly bytes: Buffer
  /** The type according to the caller; used only if the bytes do not reveal it. */
  readonly contentType?: string | undefined
}

/** Stores a file's bytes and detects its type and dimensions. The file is in no space until it is committed. */
export async function newFile(
  blobs: Blobs,
  { id, ref, name, bytes, contentType: declared }: FileInput,
): Promise<NewFile> {
  const contentType = await typeOf(bytes, name, declared)
  const { hash, size } = await blobs.put(bytes, { contentType })
  return { id, ref, name, contentType, size, blob: hash, ...dimensionsOf(bytes, contentType) }
}

export type FileStreamInput = Omit<FileInput, 'bytes'> & { readonly content: Readable }

/** The type and dimensions of a file are read from its first bytes. */
const HEAD_BYTES = 1024 * 1024

/** As `newFile`, for a stream; only its first bytes are held in memory. */
export async function newFileFromStream(
  blobs: Blobs,
  { id, ref, name, content, contentType: declared }: FileStreamInput,
): Promise<NewFile> {
  const parts: Buffer[] = []
  let length = 0
  const detected = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (length < HEAD_BYTES) parts.push(chunk)
      length += chunk.length
      done(null, chunk)
    },
  })
  const [{ hash, size }] = await Promise.all([blobs.put(detected), pipeline(content, detected)])
  const head = Buffer.concat(parts)
  const contentType = await typeOf(head, name, declared)
  return { id, ref, name, contentType, size, blob: hash, ...dimensionsOf(head, contentType) }
}

/** Container formats: the file name says more than the signature. */
const containers = new Set(['application/xml', 'application/zip', 'application/x-cfb'])

async function typeOf(bytes: Buffer, name: string, declared: string | undefined): Promise<string> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime.split(';')[0]
  if (detected !== undefined && !containers.has(detected)) return detected
  const clean = declared?.split(';')[0]?.trim().toLowerCase()
  const usable = clean !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(clean) ? clean : undefined
  const claimed = mime.getType(name) ?? usable ?? detected ?? 'application/octet-stream'
  return isShownByBrowsers(claimed) ? (markupTypeOf(bytes) ?? claimed) : claimed
}

/** A page that is called a picture must not be stored as one. */
const isShownByBrowsers = (type: string): boolean =>
  /^(?:image|audio|video|font)\//.test(type) || type === 'application/pdf'

function dimensionsOf(bytes: Buffer, contentType: string): { width?: number; height?: number } {
  if (!contentType.startsWith('image/')) return {}
  try {
    const { width, height } = imageSize(bytes)
    return Number.isFinite(width) && Number.isFinite(height)
      ? { width: Math.round(width), height: Math.round(height) }
      : {}
  } catch {
    // An image whose dimensions cannot be read is stored like any other file.
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
 * A file of the space's head or of another revision, such as one of a change request or one that a rollback removed.
 * @param version of its bytes, as `fileUrl` writes it; falls back to the head if there are no such bytes
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
  const hasVersion = (file: FileRow | undefined) => version === undefined || file?.blob.startsWith(version)
  if (shown !== undefined && hasVersion(shown)) return shown
  const unshown = await others.orderBy('replaced_at', (by) => by.desc().nullsLast()).execute()
  const file = unshown.find(hasVersion) ?? shown ?? unshown[0]
  if (file === undefined) throw notFound('file', fileId)
  return file
}

const VERSION_LENGTH = 12

/**
 * The download URL of a file. The name at the end is for people; the id identifies the file, and the version its bytes
 * if they were replaced, so that old revisions show the old bytes.
 */
export const fileUrl = (
  urls: Pick<Urls, 'base'>,
  spaceId: string,
  file: Pick<FileRow, 'id' | 'name' | 'blob'> & { readonly replacedAt?: Date | string | null | undefined },
) =>
  `${urls.base}/files/${spaceId}/${file.id}/${encodeURIComponent(file.name)}${file.replacedAt ? `?v=${file.blob.slice(0, VERSION_LENGTH)}` : ''}`
