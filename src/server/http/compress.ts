import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takesGzip } from './encoding.ts'

const gzipAsync = promisify(gzip)

/** Smaller answers fit into few packets anyway. */
const MIN_BYTES = 16 * 1024
/** Most answers are made anew each time, so speed counts for more than the last per cent. */
const GZIP_LEVEL = 4

/** Sends large JSON compressed to whoever takes it: a list of a thousand spaces is a twentieth then. */
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

/** The compressed form of a text, for as long as somebody keeps the text. */
const cache = new WeakMap<Buffer, Promise<Buffer>>()

/** A list that is kept comes as the same bytes each time, and is compressed once. */
export function compressed(bytes: Buffer): Promise<Buffer> {
  const small = cache.get(bytes) ?? gzipAsync(bytes, { level: GZIP_LEVEL })
  cache.set(bytes, small)
  return small
}
