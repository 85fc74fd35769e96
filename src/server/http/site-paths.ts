import type { FastifyRequest } from 'fastify'
import { coalesceReads } from '../coalesce-reads.ts'
import type { Service } from '../context.ts'
import { proxiedSiteById } from '../publishing/queries.ts'
import type { SiteRequest } from '../publishing/site-request.ts'

/** The site of a request, and the path below the site. */
export type SitePath = Pick<SiteRequest, 'basename' | 'hostname' | 'proxyAddress' | 'path'> & {
  /** The key of a preview. */
  readonly preview?: string
}

export function sitePathOf(request: FastifyRequest): SitePath {
  const { basename } = request.params as { readonly basename: string }
  return { basename, path: pathOf(request).replace(/^\/sites\/[^/]*/, '') }
}

export function previewPathOf(request: FastifyRequest): SitePath {
  const { basename, key } = request.params as { readonly basename: string; readonly key: string }
  return { basename, preview: key, path: pathOf(request).replace(/^\/preview\/[^/]*\/sites\/[^/]*/, '') }
}

/** The site that a proxy requests by its id; null if it is not published behind a proxy. */
export type ProxiedPathOf = (request: FastifyRequest) => Promise<SitePath | null>

export function proxiedPathOf({ db }: Pick<Service, 'db'>): ProxiedPathOf {
  const siteOf = coalesceReads((siteId) => proxiedSiteById(db, siteId))
  return async (request) => {
    const { siteId } = request.params as { readonly siteId: string }
    const site = await siteOf(siteId)
    return site && { ...site, path: pathOf(request).replace(/^\/proxied\/[^/]*/, '') }
  }
}

export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
