import type { RedirectDestination } from '#contract/site-redirects.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { destinationPage } from './destinations.ts'
import { type NewRedirect, redirectBySource } from './queries.ts'
import { keyOfSource, keyOnSite } from './rules.ts'

/** The key of a source that was given. @throws {DomainError} `validation` for one that nobody can ask for. */
export function expectSourceKey(source: string): string {
  const key = keyOfSource(source)
  if (key !== null) return key
  throw invalid([{ path: ['body', 'source'], message: 'The percent-encoding of this path is not readable' }])
}

/** @throws {DomainError} `conflict` when another redirect of the site has the source, in whatever letters. */
export async function expectSourceFree(tx: Tx, wanted: NewRedirect): Promise<void> {
  const holder = await redirectBySource(tx, wanted, wanted.sourceKey)
  if (holder === undefined || holder.id === wanted.id) return
  const message = `Another redirect begins at ${holder.source} already`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'source'], message }] })
}

/** @throws {DomainError} `validation` when what a destination names is not on the site. */
export async function expectDestination(
  tx: Tx,
  structure: Structure,
  destination: RedirectDestination,
): Promise<void> {
  const fault = await destinationError(tx, structure, destination)
  if (fault === null) return
  const [member, message] = fault
  throw invalid([{ path: ['body', 'destination', member], message }])
}

/** Why a destination is not on the site: the member at fault and what is wrong with it; null for one that is there. */
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
  return ['pageId', 'The space has no such page with an address'] as const
}

/**
 * A redirect to an address of the site itself may lead to the next redirect, but never round.
 *
 * @throws {DomainError} `validation` when a visitor would come back to where they began.
 */
export async function expectNoLoop(tx: Tx, siteAddress: string, wanted: NewRedirect): Promise<void> {
  const seen = new Set<string>()
  let key = keyOnSite(siteAddress, wanted.destination)
  while (key !== null && !seen.has(key)) {
    if (key === wanted.sourceKey) throw loopError()
    seen.add(key)
    const next = await redirectBySource(tx, wanted, key)
    key = next === undefined || next.id === wanted.id ? null : keyOnSite(siteAddress, next.destination)
  }
}

const loopError = () =>
  invalid([
    { path: ['body', 'destination', 'url'], message: 'This would lead visitors back to where they began' },
  ])
