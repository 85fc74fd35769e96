import type { RedirectDestination } from '#contract/site-redirects.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { destinationPage } from './destinations.ts'
import { type NewRedirect, redirectBySource, redirectFor } from './queries.ts'
import { appliesTo, isWildcard, keyOfSource, keyOnSite } from './rules.ts'

/** The key of a source. @throws {DomainError} `validation` for a source that no URL can have. */
export function expectSourceKey(source: string): string {
  const key = keyOfSource(source)
  if (key !== null) return key
  throw invalid([{ path: ['body', 'source'], message: 'The percent-encoding of this path isn’t valid' }])
}

/** @throws {DomainError} `validation` when there is no wildcard whose rest could be added to the destination. */
export function expectWildcard(sourceKey: string, captureWildcard: boolean): void {
  if (!captureWildcard || isWildcard(sourceKey)) return
  throw invalid([
    { path: ['body', 'captureWildcard'], message: 'This only works for a source that ends in “*”' },
  ])
}

/** @throws {DomainError} `conflict` when another redirect of the site has the source, ignoring case. */
export async function expectSourceFree(tx: Tx, redirect: NewRedirect): Promise<void> {
  const holder = await redirectBySource(tx, redirect, redirect.sourceKey, redirect.draft)
  if (holder === undefined || holder.id === redirect.id) return
  const message = `Another redirect from ${holder.source} exists`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'source'], message }] })
}

/** @throws {DomainError} `validation` when the destination is not on the site. */
export async function expectDestination(
  tx: Tx,
  structure: Structure,
  destination: RedirectDestination,
): Promise<void> {
  const error = await destinationError(tx, structure, destination)
  if (error === null) return
  const [field, message] = error
  throw invalid([{ path: ['body', 'destination', field], message }])
}

/** Why a destination is not on the site: the invalid field and a message; null for a valid one. */
export async function destinationError(tx: Tx, structure: Structure, destination: RedirectDestination) {
  const { kind } = destination
  if (kind === 'external') return null
  if (kind === 'site-section') {
    const isThere = structure.sections.some(({ id }) => id === destination.siteSectionId)
    return isThere ? null : (['siteSectionId', 'The site has no such section'] as const)
  }
  if (!structure.siteSpaces.some(({ id }) => id === destination.siteSpaceId)) {
    return ['siteSpaceId', 'The site has no such space'] as const
  }
  if (kind === 'site-space' || (await destinationPage(tx, structure, destination)) !== undefined) return null
  return ['pageId', 'The space has no such page with a URL'] as const
}

/**
 * A redirect may lead to another redirect of the same site, but not in a loop.
 *
 * @throws {DomainError} `validation` for a loop.
 */
export async function expectNoLoop(tx: Tx, siteAddress: string, redirect: NewRedirect): Promise<void> {
  const seen = new Set<string>()
  let key = keyOnSite(siteAddress, redirect.destination)
  while (key !== null && !seen.has(key)) {
    if (appliesTo(redirect.sourceKey, key)) throw loopError()
    seen.add(key)
    const next = await redirectFor(tx, redirect, key)
    key = next === undefined || next.id === redirect.id ? null : keyOnSite(siteAddress, next.destination)
  }
}

const loopError = () =>
  invalid([{ path: ['body', 'destination', 'url'], message: 'This would redirect visitors in a loop' }])
