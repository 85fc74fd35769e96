import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anyFileOf, type FileRow, fileOf } from '../content/files.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import { publicSitesOf } from '../domain/spaces/public-queries.ts'
import { DomainError, notFound } from '../errors.ts'
import { isFilePublic } from '../publishing/hidden-file.ts'
import { authorize } from './authorize.ts'
import { requestedRange } from './byte-range.ts'
import { identify } from './identify.ts'
import { fileForReader, identifyReader, readingTokenOf } from './reading-tokens.ts'

/** Types that browsers display inline; everything else is downloaded. */
const INLINE_TYPES =
  /^(image\/(png|jpeg|gif|webp|avif|svg\+xml|x-icon)|video\/(mp4|webm)|audio\/(mpeg|ogg|wav)|application\/pdf)$/

/** Blocks scripts and requests of files; an SVG can use its own styles. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
/** Without `sandbox`, in which browsers do not show PDFs; their viewer isolates the content itself. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"

type FileParams = { readonly spaceId: string; readonly fileId: string; readonly version?: string | undefined }

/**
 * `GET /files/{spaceId}/{fileId}/{name}`: the bytes of a file, for anyone who can view the space, and for everyone if a
 * public site contains it. The name is for people; 404 if there is no file or no access.
 */
export function mountFiles(app: FastifyInstance, service: Service): void {
  app.get('/files/:spaceId/:fileId/:name', async (request, reply) => {
    const { file, isPublic } = await requestedFile(service, request, {
      ...(request.params as FileParams),
      version: versionIn(request),
    })
    return sendFile(service, request, reply, file, isPublic)
  })
}

/** Sends the bytes of a file; the caller's access is already checked. */
export async function sendFile(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRow,
  isPublic = false,
): Promise<FastifyReply> {
  const etag = `"${file.blob}"`
  reply.header('etag', etag).header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=3600`)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.header('accept-ranges', 'bytes')
  const range = requestedRange(request, { size: file.size, etag })
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const stream = await service.blobs.stream(file.blob, range ?? undefined)
  describe(reply, file)
  if (range !== null)
    reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('content-length', range.end - range.start + 1)
  return reply.send(stream)
}

function describe(
  reply: FastifyReply,
  file: { name: string; contentType: string; size: number },
): FastifyReply {
  const disposition = INLINE_TYPES.test(file.contentType) ? 'inline' : 'attachment'
  const name = encodeURIComponent(file.name).replaceAll("'", '%27')
  return reply
    .type(file.contentType)
    .header('content-length', file.size)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${name}`)
    .header('content-security-policy', file.contentType === 'application/pdf' ? PDF_POLICY : FILE_POLICY)
    .header('cross-origin-resource-policy', 'same-site')
}

/** The version of the bytes in the query, for a file that was replaced. */
function versionIn({ query }: FastifyRequest): string | undefined {
  const { v } = query as { v?: unknown }
  return typeof v === 'string' && /^[0-9a-f]{8,64}$/.test(v) ? v : undefined
}

/** Files of a public site need no credential; those of change requests and older revisions do. */
async function requestedFile(
  service: Service,
  request: FastifyRequest,
  { spaceId, fileId, version }: FileParams,
) {
  const sites = await publicSitesOf(service.db, spaceId)
  const [site] = sites
  const shown =
    site === undefined
      ? null
      : await headFile(service, { organizationId: site.organizationId, spaceId }, fileId)
  const hasVersion = version === undefined || shown?.blob.startsWith(version)
  if (shown !== null && hasVersion && (await isFilePublic(service, sites, { spaceId, fileId })))
    return { file: shown, isPublic: true }
  try {
    const readingToken = readingTokenOf(request)
    if (readingToken !== null) {
      const reader = await identifyReader(service, readingToken)
      return { file: await fileForReader(service.db, reader, { spaceId, fileId }), isPublic: false }
    }
    const { caller } = await identify(service, request)
    const { organizationId } = await authorize(service.db, caller, 'space.view', { spaceId })
    const at = { organizationId, spaceId }
    return { file: await anyFileOf(service.db, at, fileId, version), isPublic: false }
  } catch (error) {
    // Without access the response does not reveal whether the file exists.
    if (error instanceof DomainError) throw notFound('file', fileId)
    throw error
  }
}

async function headFile({ db }: Service, at: SpaceRef, fileId: string): Promise<FileRow | null> {
  try {
    return await fileOf(db, at, fileId)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
