import type { FastifyInstance } from 'fastify'
import type { Service } from '../context.ts'
import { pdfCover } from '../domain/exports/printing.ts'
import { DomainError } from '../errors.ts'
import { pdfOf } from '../printing/pdfs.ts'
import { orderOf } from '../printing/tickets.ts'

/**
 * `GET /pdf/{ticket}/{name}`: prints the ticket's order and sends the PDF to anyone with a valid ticket. `reader` is the
 * folder with the built files of published pages.
 */
export function mountPdfs(app: FastifyInstance, service: Service, reader: string): void {
  app.get('/pdf/:ticket/:name', async (request, reply) => {
    const { ticket, name } = request.params as Record<'ticket' | 'name', string>
    const order = await orderOf(service.config, ticket, service.now())
    if (order === null) throw new DomainError('not_found', 'This PDF link has expired. Request a new one')
    const { key, size } = await pdfOf(service, reader, order, await pdfCover(service, order))
    return reply
      .type('application/pdf')
      .header('content-length', size)
      .header(
        'content-disposition',
        `inline; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
      )
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'")
      .header('cache-control', 'private, max-age=600')
      .header('referrer-policy', 'no-referrer')
      .send(await service.storage.stream(key))
  })
}
