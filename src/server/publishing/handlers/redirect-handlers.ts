import { api } from '#contract/api.ts'
import { destinationUrl } from '../../domain/site-redirects/destinations.ts'
import { presentRedirect } from '../../domain/site-redirects/present.ts'
import { redirectFor } from '../../domain/site-redirects/queries.ts'
import { keyOfSource, wildcardRest, withSegments } from '../../domain/site-redirects/rules.ts'
import { withShareKey } from '../../domain/sites/share-key.ts'
import { structureOf } from '../../domain/sites/structure-queries.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { redirectAt } from '../redirects.ts'
import { visitAsVisitor } from './visit-as-visitor.ts'

export const redirectResolutionHandlers = handle(api.siteRedirects, {
  async resolve(ctx, { params, query: { source, shareKey } }) {
    const key = keyOfSource(source)
    const row = key === null ? undefined : await redirectFor(ctx.db, params, key)
    if (row === undefined) throw new DomainError('not_found', `No redirect from ${source}`)
    // Visitors must not see that a target they can't read exists.
    const isSeen =
      ctx.caller.reader === undefined ||
      (await redirectAt(await visitAsVisitor(ctx, params, undefined), decodeURIComponent(source))) !==
        undefined
    if (!isSeen) throw new DomainError('not_found', `No redirect from ${source}`)
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const destination = await destinationUrl(ctx.db, ctx.urls, structure, row.destination)
    if (destination === null) {
      throw new DomainError('not_found', 'The target of this redirect is no longer on the site')
    }
    const rest = row.captureWildcard ? wildcardRest(row.sourceKey, decodeURIComponent(source)) : ''
    const target = withSegments(destination, rest)
    const isShared = shareKey !== undefined && structure.site.visibility === 'share-link'
    const isOwn = row.destination.kind !== 'external'
    return {
      redirect: presentRedirect(row, ctx.urls),
      target: isShared && isOwn ? withShareKey(target, shareKey) : target,
    }
  },
})
