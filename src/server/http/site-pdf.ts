import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newConcurrencyLimit } from '../concurrency-limit.ts'
import type { Config } from '../config.ts'
import type { Service } from '../context.ts'
import { chromiumOf } from '../printing/chromium.ts'
import { pdfOf } from '../printing/pdfs.ts'
import type { SitePdf } from '../publishing/pdf.ts'

/** Readers print one after the other, so that those who write find a place as well. */
const oneAtATime = newConcurrencyLimit(1, 10)

/** Whether the machine has what prints. */
export function canPrint(config: Pick<Config, 'chromium'>): boolean {
  try {
    return chromiumOf(config) !== ''
  } catch {
    return false
  }
}

/** Prints a page of a site, or sends what was printed of it today. */
export async function sendPdf(
  service: Service,
  reader: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { order, dressing, name, isPrivate }: SitePdf,
): Promise<FastifyReply> {
  const path = await oneAtATime(() => pdfOf(service, reader, order, dressing))
  const etag = `"${basename(path, '.pdf').slice(0, 27)}"`
  if (isPrivate) reply.header('cache-control', 'private, max-age=0, must-revalidate')
  reply.header('etag', etag).header('x-robots-tag', 'noindex')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const asName = encodeURIComponent(name.replace(/[/\\]/g, '-')).replaceAll("'", '%27')
  return reply
    .type('application/pdf')
    .header('content-length', (await stat(path)).size)
    .header('content-disposition', `inline; filename*=UTF-8''${asName}`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'")
    .send(createReadStream(path))
}
