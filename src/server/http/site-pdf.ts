import type { FastifyReply, FastifyRequest } from 'fastify'
import { newConcurrencyLimit } from '../concurrency-limit.ts'
import type { Config } from '../config.ts'
import type { Service } from '../context.ts'
import { chromiumOf } from '../printing/chromium.ts'
import { pdfOf } from '../printing/pdfs.ts'
import type { SitePdf } from '../publishing/pdf.ts'

/** Visitors' PDFs are rendered one at a time, so that members' exports are not delayed. */
const oneAtATime = newConcurrencyLimit(1, 10)

/** Whether Chromium is installed. */
export function canPrint(config: Pick<Config, 'chromium'>): boolean {
  try {
    return chromiumOf(config) !== ''
  } catch {
    // `chromiumOf` throws if it finds no Chromium.
    return false
  }
}

/** Sends the PDF of a page, rendered at most once a day. */
export async function sendPdf(
  service: Service,
  reader: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { order, context, name, isPrivate }: SitePdf,
): Promise<FastifyReply> {
  const { key, hash, size } = await oneAtATime(() => pdfOf(service, reader, order, context))
  const etag = `"${hash.slice(0, 27)}"`
  if (isPrivate) reply.header('cache-control', 'private, max-age=0, must-revalidate')
  reply.header('etag', etag).header('x-robots-tag', 'noindex')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const asName = encodeURIComponent(name.replace(/[/\\]/g, '-')).replaceAll("'", '%27')
  return reply
    .type('application/pdf')
    .header('content-length', size)
    .header('content-disposition', `inline; filename*=UTF-8''${asName}`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'")
    .send(await service.storage.stream(key))
}
