import type { QueryKey } from '@tanstack/react-query'
import type { ChangeEvent } from '#contract/events.ts'

const REMEMBERED_MS = 60_000

/** The latest version of each object in the responses to our own writes, and when it arrived. */
const ownVersions = new Map<string, { readonly version: number; readonly at: number }>()

/** Remembers the versions in the response to one of our own writes. */
export function rememberOwnWrite(response: unknown, depth = 0): void {
  if (typeof response !== 'object' || response === null || depth > 3) return
  const { id, version } = response as { id?: unknown; version?: unknown }
  if (typeof id === 'string' && typeof version === 'number') remember(id, version)
  for (const value of Object.values(response)) rememberOwnWrite(value, depth + 1)
}

/** Remembers that we deleted an object. */
export const rememberOwnDeletion = (id: string): void => remember(id, Number.POSITIVE_INFINITY)

function remember(id: string, version: number): void {
  const at = performance.now()
  for (const [key, entry] of ownVersions) if (at - entry.at > REMEMBERED_MS) ownVersions.delete(key)
  ownVersions.set(id, { version, at })
}

/** Content changes without a new version of its space or change request, which counts changes of the settings. */
const contentReads: readonly unknown[] = ['spaceContent', 'revisions', 'pageActivity', 'spaceLinks']
const isAboutContent = ({ type }: ChangeEvent, [read]: QueryKey): boolean =>
  type.startsWith('change-request.') || (type.startsWith('space.') && contentReads.includes(read))

/** Whether an event reports one of our own writes, and the read was made stale since its response. */
export function isKnown(event: ChangeEvent, queryKey: QueryKey, staleAt: number | undefined): boolean {
  const { id, version } = event
  const own = ownVersions.get(id)
  return (
    !isAboutContent(event, queryKey) &&
    own !== undefined &&
    version !== undefined &&
    version <= own.version &&
    staleAt !== undefined &&
    staleAt >= own.at
  )
}
