import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openFile } from '../content/files.ts'
import type { Service } from '../context.ts'
import { publicSpace } from '../domain/spaces/queries.ts'
import { DomainError, notFound } from '../errors.ts'
import { authorize } from './authorize.ts'
import { identify } from './identify.ts'

/** What a browser may show in place; everything else is offered for download. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|svg\+xml|x-icon)|video\/(mp4|webm)|audio\/(mpeg|ogg|wav)|application\/pdf)$/

/** A file is data, whatever is in it: nothing in it runs, and it loads nothing. */
const policy = "default-src 'none'; sandbox"

type Path = { readonly spaceId: string; readonly fileId: string }

/**
 * `GET /files/{spaceId}/{fileId}/{name}`: the bytes of a file, to who may view the space, and to everybody when
 * a published site shows it to everybody. The name is for people; 404 when there is nothing for the caller.
 */
export function mountFiles(app: FastifyInstance, service: Service): void {
  app.get('/files/:spaceId/:fileId/:name', async (request, reply) => {
    const { spaceId, fileId } = request.params as Path
    const { organizationId, isPublic } = await mayRead(service, request, spaceId)
    const { file, stream } = await openFile(service.db, service.blobs, { organizationId, spaceId }, fileId)
    const etag = `"${file.blob}"`
    reply.header('etag', etag).header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=3600`)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return describe(reply, file).send(await stream())
  })
}

function describe(
  reply: FastifyReply,
  file: { name: string; contentType: string; size: number },
): FastifyReply {
  const way = shown.test(file.contentType) ? 'inline' : 'attachment'
  const name = encodeURIComponent(file.name).replaceAll("'", '%27')
  return reply
    .type(file.contentType)
    .header('content-length', file.size)
    .header('content-disposition', `${way}; filename*=UTF-8''${name}`)
    .header('content-security-policy', policy)
    .header('cross-origin-resource-policy', 'same-site')
}

async function mayRead(service: Service, request: FastifyRequest, spaceId: string) {
  const open = await publicSpace(service.db, spaceId)
  if (open !== null) return { organizationId: open, isPublic: true }
  try {
    const { caller } = await identify(service, request)
    const { organizationId } = await authorize(service.db, caller, 'space.view', { spaceId })
    return { organizationId, isPublic: false }
  } catch (error) {
    // Whoever is not signed in learns no more than whoever may not see it.
    if (error instanceof DomainError) throw notFound('file', spaceId)
    throw error
  }
}
