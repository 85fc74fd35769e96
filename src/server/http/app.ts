import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Service } from '../context.ts'
import type { Mounted } from '../handle.ts'
import { newId } from '../ids.ts'
import { distFolder } from '../paths.ts'
import { answerError } from './answer.ts'
import { mountFiles } from './files.ts'
import { mountHealth } from './health.ts'
import { mountAll } from './mount.ts'
import { openApiDocument } from './openapi.ts'
import { mountSites } from './site.ts'
import { mountDashboard } from './static.ts'

/** Largest uploaded file: 100 MiB. */
const fileLimit = 100 * 1024 * 1024

/**
 * Builds the service's door; the caller listens, or injects requests in tests. `dist` is where the build put the
 * dashboard and the files of the reader's pages.
 */
export async function buildApp(
  service: Service,
  mounted: readonly Mounted[],
  dist = distFolder,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: service.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req_${newId()}`,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  await app.register(cookie)
  await app.register(multipart, { limits: { fileSize: fileLimit, files: 2000 } })
  takeOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
  })
  app.setErrorHandler(answerError)
  mountHealth(app, service)
  mountAll(app, service, mounted)
  mountFiles(app, service)
  await mountSites(app, service, join(dist, 'reader'))
  const document = JSON.stringify(openApiDocument(mounted, service.urls.base))
  app.get('/v1/openapi.json', (_, reply) => reply.type('application/json; charset=utf-8').send(document))
  await mountDashboard(app, join(dist, 'dashboard'))
  return app
}

/** Bodies are JSON; an empty one is no body, so that operations with an optional body can be called without. */
function takeOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text.toString()))
    } catch {
      done(Object.assign(new Error('Not JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }))
    }
  })
}
