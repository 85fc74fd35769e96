import type { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import mime from 'mime'
import type { Db, Tx } from '../db/client.ts'
import { notFound } from '../errors.ts'
import type { Urls } from '../urls.ts'
import type { Blobs } from './blobs.ts'
import type { NewFile } from './changes.ts'
import type { SpaceRef } from './place.ts'

export type GivenFile = {
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
  { id, ref, name, bytes, contentType: said }: GivenFile,
): Promise<NewFile> {
  const contentType = await typeOf(bytes, name, said)
  const { hash, size } = await blobs.put(bytes, { contentType })
  return { id, ref, name, contentType, size, blob: hash, ...dimensionsOf(bytes, contentType) }
}

/** Signatures that many formats share tell less than the name does. */
const containers = new Set(['application/xml', 'application/zip', 'application/x-cfb'])

async function typeOf(bytes: Buffer, name: string, said: string | undefined): Promise<string> {
  const seen = (await fileTypeFromBuffer(bytes))?.mime.split(';')[0]
  if (seen !== undefined && !containers.has(seen)) return seen
  const clean = said?.split(';')[0]?.trim().toLowerCase()
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
 * A file of the space's head with its bytes. Whoever serves them has to keep scripts in them from running
 * (SVG, HTML): `Content-Security-Policy: sandbox`. @throws {DomainError} `not_found`
 */
export async function openFile(
  db: Db,
  blobs: Blobs,
  at: SpaceRef,
  fileId: string,
): Promise<{ readonly file: FileRow; readonly stream: () => Promise<Readable> }> {
  const file = await fileOf(db, at, fileId)
  return { file, stream: () => blobs.stream(file.blob) }
}

/** Where a file is downloaded. The name at the end is for people; the id decides. */
export const fileUrl = (
  urls: Pick<Urls, 'base'>,
  spaceId: string,
  file: { readonly id: string; readonly name: string },
) => `${urls.base}/files/${spaceId}/${file.id}/${encodeURIComponent(file.name)}`
