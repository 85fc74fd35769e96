import type { FastifyRequest } from 'fastify'
import { percentDecoded } from '#markup/percent-decoded.ts'

/** Path parameters that grant access to anyone who knows them: one-time links, invites, PDF tickets and previews. */
const SECRET_PARAMETERS: readonly string[] = ['link', 'inviteId', 'ticket', 'key']

/** The path of a request for logs and traces: without the query, and with their names in place of secrets. */
export function loggedPath({ url, params }: Pick<FastifyRequest, 'url' | 'params'>): string {
  const path = url.split('?', 1)[0] ?? ''
  const values = (params ?? {}) as Readonly<Record<string, string | undefined>>
  const secrets = SECRET_PARAMETERS.filter((name) => values[name])
  if (secrets.length === 0) return path
  const nameOf = (part: string) => secrets.find((name) => values[name] === percentDecoded(part))
  return path
    .split('/')
    .map((part) => {
      const name = nameOf(part)
      return name === undefined ? part : `:${name}`
    })
    .join('/')
}
