import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { MAX_FILE_BYTES } from '#contract/shared/limits.ts'
import { liveTextsOf } from '../coediting/live-texts.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Operation } from '../handle.ts'
import { newId } from '../ids.ts'
import { distFolder } from '../paths.ts'
import { expectCleanText, isSuspicious } from './clean-text.ts'
import { announceClose, closeOptions } from './close.ts'
import { compressLarge } from './compress.ts'
import { handleError } from './errors.ts'
import { mountFiles } from './files.ts'
import { mountGitWebhooks } from './git-webhooks.ts'
import { mountHealth } from './health.ts'
import { parseJson } from './json-depth.ts'
import { mountMetrics } from './metrics.ts'
import { mountOperations } from './mount.ts'
import { openApiDocument } from './openapi.ts'
import { mountPdfs } from './pdf.ts'
import { answerBrokenRequest, answerUnroutable } from './protocol-errors.ts'
import { mountPublicSpecs } from './public-specs.ts'
import { mountRobots } from './robots.ts'
import { mountScim } from './scim.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { mountSites } from './site.ts'
import { CLIENT_LIMITS, endSlowRequests, serverOptions } from './slow-clients.ts'
import { acceptSockets } from './sockets.ts'
import { mountSso } from './sso.ts'
import { mountDashboard } from './static.ts'
import { mountUnsubscribe } from './unsubscribe.ts'

/**
 * Builds the HTTP server; the caller listens, or injects requests in tests. `dist` is the build output with the
 * dashboard and the files of published pages.
 */
export async function buildApp(
  service: Service,
  mounted: readonly Operation[],
  dist = distFolder,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: service.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req_${newId()}`,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    ...closeOptions,
    ...serverOptions(CLIENT_LIMITS),
    trustProxy: service.config.trustProxy.length > 0 ? [...service.config.trustProxy] : false,
    frameworkErrors: answerUnroutable(service.urls.base),
    clientErrorHandler: answerBrokenRequest,
  }) as unknown as FastifyInstance
  service.tracing?.traceRequests(app)
  await app.register(cookie)
  await acceptSockets(app)
  await app.register(multipart, { limits: { fileSize: MAX_FILE_BYTES, files: 2000 } })
  endSlowRequests(app, CLIENT_LIMITS)
  acceptOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(service.urls.base, request, reply))
  app.addHook('onSend', compressLarge)
  announceClose(app)
  app.setErrorHandler(handleError)
  app.addHook('preClose', () => service.changes.close())
  app.addHook('preClose', () => liveTextsOf(service).close())
  const countRequest = mountMetrics(app, service)
  mountHealth(app, service)
  mountRobots(app)
  mountOperations(app, service, mounted)
  await mountScim(app, service)
  mountFiles(app, service)
  mountPublicSpecs(app, service)
  await mountSites(app, service, join(dist, 'reader'), countRequest)
  mountPdfs(app, service, join(dist, 'reader'))
  await mountSso(app, service)
  await mountGitWebhooks(app, service)
  await mountUnsubscribe(app, service, join(dist, 'reader'))
  // Written on the first request, because it would take a quarter of a start.
  let document: Promise<string> | undefined
  app.get('/v1/openapi.json', async (_, reply) => {
    document ??= openApiDocument(mounted, service.urls.base).then((content) => JSON.stringify(content))
    return reply.type('application/json; charset=utf-8').send(await document)
  })
  await mountDashboard(app, join(dist, 'dashboard'))
  return app
}

/** Accepts only JSON bodies; an empty body counts as absent, for operations with an optional body. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      const body: unknown = parseJson(text.toString())
      if (isSuspicious(text.toString())) expectCleanText(body)
      done(null, body)
    } catch (error) {
      const fault = { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }
      done(error instanceof DomainError ? error : Object.assign(new Error('Not JSON'), fault))
    }
  })
}
