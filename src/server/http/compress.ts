import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownBytes } from '../own-bytes.ts'
import { takesGzip } from './encoding.ts'

const gzipAsync = promisify(gzip)

/** Smaller responses fit into a few packets anyway. */
const MIN_BYTES = 16 * 1024
/** Most responses are compressed once per request, so speed matters more than size. */
const GZIP_LEVEL = 4

/** Compresses large JSON responses if the client accepts it: a list of a thousand spaces shrinks to a twentieth. */
export async function compressLarge(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  const type = String(reply.getHeader('content-type') ?? '')
  if (!type.startsWith('application/json') || reply.hasHeader('content-encoding')) return payload
  reply.header('vary', 'accept-encoding')
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
  if (bytes.length < MIN_BYTES || !takesGzip(request.headers['accept-encoding'])) return payload
  const small = await compressed(bytes)
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return small
}

/** Compressed forms, for as long as the original bytes are referenced. */
const cache = new WeakMap<Buffer, Promise<Buffer>>()

/** A cached list is the same buffer each time, and so is compressed once. */
export function compressed(bytes: Buffer): Promise<Buffer> {
  const small = cache.get(bytes) ?? gzipAsync(bytes, { level: GZIP_LEVEL }).then(ownBytes)
  cache.set(bytes, small)
  return small
}
