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
export function answerBrokenRequest(
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  } else if (error.code === 'HPE_HEADER_OVERFLOW') {
    const response = responseOf('payload_too_large', 'The URL and headers are larger than 16 kB')
    // The response to HEAD has no body.
    const { rawPacket } = error
    const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
    socket.write(
      isHead ? response.slice(0, response.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length) : response,
    )
  } else {
    socket.write(responseOf('validation', 'This isn’t a valid HTTP request'))
  }
  socket.destroySoon()
}

const END_OF_HEADERS = '\r\n\r\n'

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
