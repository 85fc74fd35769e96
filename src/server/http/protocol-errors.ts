import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Reason, statusOf } from '#contract/shared/errors.ts'
import { sendError } from './errors.ts'
import { setSecurityHeaders } from './security-headers.ts'

/**
 * Answers requests whose path the router cannot decode, or that has a part longer than any id: they identify nothing.
 * No hook runs for them.
 */
export const answerUnroutable =
  (baseUrl: string) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    setSecurityHeaders(baseUrl, request, reply)
    void sendError(reply, { type: 'not_found', message: 'There is nothing at this address' })
  }

/** Answers requests that break the protocol, before Fastify sees them, and closes the connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  } else if (error.code === 'HPE_HEADER_OVERFLOW') {
    socket.write(responseOf('payload_too_large', 'The address and headers are larger than 16 kB'))
  } else {
    socket.write(responseOf('validation', 'This is not a valid HTTP request'))
  }
  socket.destroySoon()
}

function responseOf(type: Reason, message: string): string {
  const code = statusOf[type]
  const body = JSON.stringify({ error: { code, message, type } })
  return [
    `HTTP/1.1 ${code} ${code === 413 ? 'Content Too Large' : 'Bad Request'}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
