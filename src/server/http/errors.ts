import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Reason } from '#contract/shared/errors.ts'
import { statusOf } from '#contract/shared/errors.ts'
import { type DatabaseFault, databaseFault } from '../db/database-error.ts'
import { DomainError } from '../errors.ts'
import { loggedPath } from '../logged-path.ts'

type ErrorPart = { readonly type: Reason; readonly message: string; readonly details?: unknown }

/** Sends an error in the format that all errors of the API have. */
export function sendError(reply: FastifyReply, { type, message, details }: ErrorPart): FastifyReply {
  const code = statusOf[type]
  if (code === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message, type, ...(details === undefined ? {} : { details }) } }))
}

/** Turns a thrown error into a response: errors of the caller with their reason, internal errors without details. */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof DomainError) return sendDomainError(error, reply)
  const known =
    databaseValueError(error, request) ??
    raceError(error, request) ??
    filePathError(error, request) ??
    httpLayerError(error, request)
  if (known !== null) return sendError(reply, known)
  const fault = databaseFault(error)
  if (fault !== null) return sendDatabaseFault(fault, error, request, reply)
  request.log.error({ err: error }, 'request failed')
  return sendError(reply, {
    type: 'internal',
    message: 'Something went wrong on the server. Nothing was changed',
    details: { requestId: request.id },
  })
}

function sendDomainError(error: DomainError, reply: FastifyReply): FastifyReply {
  const wait = error.details?.retryAfter
  if (typeof wait === 'number') reply.header('retry-after', wait)
  return sendError(reply, {
    type: error.reason,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
  })
}

/** How to answer while the database does not work, and in how many seconds to try again. */
const DATABASE_FAULTS = {
  unavailable: {
    type: 'unavailable',
    message: "The service can't reach its database or files. Try again in a few seconds",
    retryAfter: 5,
  },
  contended: {
    type: 'unavailable',
    message: 'Too many changes were saved at the same time. Nothing was changed. Try again',
    retryAfter: 1,
  },
  full: {
    type: 'insufficient_storage',
    message: 'The disk of the service is full. Nothing was changed. Ask the operator to free space',
    retryAfter: 60,
  },
} as const

const LOG_INTERVAL_MS = 10_000
let lastLoggedAt = Number.NEGATIVE_INFINITY

/** Every request fails while the database is away, so only one of them in 10 s is logged. */
function sendDatabaseFault(
  fault: DatabaseFault,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isRepeated = performance.now() - lastLoggedAt < LOG_INTERVAL_MS
  if (!isRepeated) lastLoggedAt = performance.now()
  request.log[isRepeated ? 'debug' : 'error'](
    { err: error, path: loggedPath(request) },
    'the database failed',
  )
  const { type, message, retryAfter } = DATABASE_FAULTS[fault]
  reply.header('retry-after', retryAfter).header('cache-control', 'no-store')
  if (isForBrowser(request)) {
    return reply.code(statusOf[type]).type('text/plain; charset=utf-8').send(`${message}.\n`)
  }
  return sendError(reply, { type, message, details: { retryAfter, requestId: request.id } })
}

/** Whether a person opens a page. */
const isForBrowser = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html')

/** PostgreSQL's codes for invalid values that neither a schema nor `clean-text.ts` refused. */
const VALUE_ERROR_CODES = new Set<unknown>(['22003', '22007', '22008', '22021', '22P02', '22P05'])

/** Logged as well, because the schema of the operation should have refused the value. */
function databaseValueError(error: FastifyError | Error, request: FastifyRequest): ErrorPart | null {
  if (!('code' in error) || !VALUE_ERROR_CODES.has(error.code)) return null
  request.log.warn(
    { err: error, method: request.method, path: loggedPath(request) },
    'the database refused a value',
  )
  return { type: 'validation', message: 'The request contains a value that can’t be stored' }
}

/** PostgreSQL's codes for a reference to a row that is gone, and for a second row where one may be. */
const RACE_CODES = new Set<unknown>(['23503', '23505'])

/** Another request deleted or created something after this one checked it. Logged, in case that it was not a race. */
function raceError(error: FastifyError | Error, request: FastifyRequest): ErrorPart | null {
  if (!('code' in error) || !RACE_CODES.has(error.code)) return null
  request.log.warn(
    { err: error, method: request.method, path: loggedPath(request) },
    'a concurrent change prevented a write',
  )
  return {
    type: 'conflict',
    message: 'Something changed at the same time. Nothing was saved. Try again',
  }
}

/** A path that leads out of the folder of served files (403), or that no file can have (400). */
function filePathError(error: FastifyError | Error, request: FastifyRequest): ErrorPart | null {
  const status = 'statusCode' in error ? error.statusCode : undefined
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || (status !== 403 && status !== 400)) return null
  return { type: 'not_found', message: `There is nothing at ${loggedPath(request)}` }
}

/** Errors that the HTTP library raises before an operation is reached. */
function httpLayerError(error: FastifyError | Error, request: FastifyRequest): ErrorPart | null {
  const code = 'code' in error ? error.code : undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || status === 413) {
    return { type: 'payload_too_large', message: 'The body is too large for this operation' }
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const { bodyType = 'application/json' } = request.routeOptions.config
    return { type: 'unsupported_media_type', message: `Send the body as ${bodyType}` }
  }
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_JSON_BODY' || status === 400) {
    return { type: 'invalid_json', message: 'The body isn’t valid JSON' }
  }
  return null
}
