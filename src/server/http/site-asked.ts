import type { FastifyRequest } from 'fastify'
import type { Question } from '../publishing/question.ts'

/** Where a site was asked for: its name, its host name if it was asked at that, and the path below it. */
export type AskedAt = Pick<Question, 'basename' | 'hostname' | 'path'> & {
  /** Where it is shown in looks that are not saved. */
  readonly preview?: string
}

export function placeOf(request: FastifyRequest): AskedAt {
  const { basename } = request.params as { readonly basename: string }
  return { basename, path: pathOf(request).replace(/^\/sites\/[^/]*/, '') }
}

export function previewOf(request: FastifyRequest): AskedAt {
  const { basename, key } = request.params as { readonly basename: string; readonly key: string }
  return { basename, preview: key, path: pathOf(request).replace(/^\/preview\/[^/]*\/sites\/[^/]*/, '') }
}

export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
