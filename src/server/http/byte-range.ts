import type { FastifyRequest } from 'fastify'
import type { ByteRange } from '../storage/storage.ts'

/**
 * The part of a file that a request asks for, as players of videos do: null for all of it, also if it asks for several parts
 * or for a part of other bytes, and `none` if the file ends before.
 */
export function requestedRange(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | null | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const condition = headers['if-range']
  if (method !== 'GET' || from + to === '' || (condition !== undefined && condition !== etag)) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return null
  return start >= size ? 'none' : { start, end }
}
