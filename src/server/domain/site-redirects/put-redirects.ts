import type { SiteParams } from '#contract/shared/paths.ts'
import { uri } from '#contract/shared/values.ts'
import {
  type BulkRedirect,
  type RedirectDestination,
  type RedirectResult,
  redirectSource,
} from '#contract/site-redirects.ts'
import { contentOf } from '#server/content/read.ts'
import type { Service } from '#server/context.ts'
import type { Tx } from '#server/db/client.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { siteAddress } from '../sites/present.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { settingsOfRedirect } from './audit-events.ts'
import { destinationError } from './checks.ts'
import {
  deleteRedirects,
  type NewRedirect,
  type RedirectRow,
  redirectsBySource,
  writeRedirects,
} from './queries.ts'
import { keyOfSource, keyOnSite } from './rules.ts'
import { shadowedSources } from './shadowed-sources.ts'

type Body = { readonly redirects: readonly BulkRedirect[]; readonly dryRun?: boolean | undefined }

/** Who writes: a request, or a job of the service. */
type Writer = AuditActor & Pick<Service, 'urls' | 'newId'>

/** A redirect as it will be; those that were there before keep who they are. */
type RedirectState = Pick<NewRedirect, 'id' | 'source' | 'sourceKey' | 'destination' | 'permanent'>

type Batch = {
  readonly tx: Tx
  readonly structure: Structure
  readonly address: string
  readonly newId: () => string
  /** What is known by now, by key; null where there is none. */
  readonly now: Map<string, RedirectState | null>
  readonly read: (keys: readonly string[]) => Promise<void>
}

/**
 * Writes many redirects by their source, in the order given, each taken or refused alone. The site is held, so that
 * neither two take a source nor two together make a circle.
 */
export async function putRedirects(
  tx: Tx,
  ctx: Writer,
  site: SiteParams,
  body: Body,
): Promise<RedirectResult[]> {
  const structure = await lockSite(tx, site.organizationId, site.siteId)
  const { before, ...work } = newBatch(tx, ctx, site, structure)
  await work.read(body.redirects.flatMap(({ source }) => keyOfSource(source) ?? []))
  const results: RedirectResult[] = []
  for (const one of body.redirects) results.push(await putRedirect(work, one))
  const named = await withNotes(work, results)
  if (!body.dryRun) await write(tx, ctx, { site, structure, before, now: work.now })
  return named
}

function newBatch(tx: Tx, ctx: Writer, site: SiteParams, structure: Structure) {
  const before = new Map<string, RedirectRow>()
  const now = new Map<string, RedirectState | null>()
  const read = async (keys: readonly string[]) => {
    const unknown = [...new Set(keys)].filter((key) => !now.has(key))
    for (const key of unknown) now.set(key, null)
    for (const [key, row] of await redirectsBySource(tx, site, unknown)) {
      before.set(key, row)
      now.set(key, row)
    }
  }
  return {
    tx,
    structure,
    address: siteAddress(structure.site, ctx.urls),
    newId: ctx.newId,
    now,
    before,
    read,
  }
}

const failed = (source: string, error: string): RedirectResult => ({
  status: 'error',
  source,
  draft: false,
  error,
})

async function putRedirect(
  work: Batch,
  { source, destination: wanted, permanent }: BulkRedirect,
): Promise<RedirectResult> {
  const read = redirectSource.safeParse(source)
  if (!read.success) return failed(source, read.error.issues[0]?.message ?? 'This is no path')
  const key = keyOfSource(source)
  if (key === null) return failed(source, 'The percent-encoding of this path is not readable')
  const held = work.now.get(key) ?? null
  if (wanted === null) {
    if (held === null) return failed(source, 'No redirect begins here')
    work.now.set(key, null)
    return { status: 'deleted', source, draft: false, id: held.id }
  }
  const destination = await resolveDestination(work, wanted)
  if (typeof destination === 'string') return failed(source, destination)
  const next = {
    id: held?.id ?? work.newId(),
    source,
    sourceKey: key,
    destination,
    permanent: permanent ?? held?.permanent ?? true,
  }
  if (await isLoop(work, next)) return failed(source, 'This would lead visitors back to where they began')
  const isSame = held !== null && JSON.stringify(settings(held)) === JSON.stringify(settings(next))
  if (!isSame) work.now.set(key, next)
  const status = held === null ? 'created' : isSame ? 'unchanged' : 'updated'
  return { status, source, draft: false, id: next.id }
}

/** Members of a destination come from the database in an order of their own. */
const settings = ({ source, destination, permanent }: RedirectState) => [
  source,
  permanent,
  ...Object.entries(destination).sort(),
]

type DestinationInput = NonNullable<BulkRedirect['destination']>

/** A destination as it is kept, or why it is none. */
async function resolveDestination(
  { tx, structure }: Batch,
  wanted: DestinationInput,
): Promise<RedirectDestination | string> {
  if (wanted.kind === 'external') {
    return uri.safeParse(wanted.url).success ? wanted : 'Give an absolute http or https address'
  }
  if (wanted.kind !== 'path') return (await destinationError(tx, structure, wanted))?.[1] ?? wanted
  const siteSpace = structure.siteSpaces.find(({ spaceId }) => spaceId === wanted.spaceId)
  if (siteSpace === undefined) return 'The site has no such space'
  const path = wanted.path.replace(/^\/+|\/+$/g, '')
  if (path === '') return { kind: 'site-space', siteSpaceId: siteSpace.id }
  const { organizationId } = structure.site
  const { tree } = await contentOf(tx, { organizationId, spaceId: siteSpace.spaceId })
  const node = tree.pageAt(path)
  return node === undefined
    ? `The space has no page at ${wanted.path}`
    : { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: node.entry.id }
}

/** Follows redirects to addresses of the site itself until they leave it, or come back. */
async function isLoop({ address, now, read }: Batch, next: RedirectState): Promise<boolean> {
  const seen = new Set<string>()
  let key = keyOnSite(address, next.destination)
  while (key !== null && !seen.has(key)) {
    if (key === next.sourceKey) return true
    seen.add(key)
    if (!now.has(key)) await read([key])
    const after = now.get(key)
    key = after ? keyOnSite(address, after.destination) : null
  }
  return false
}

/** Says with each redirect what is worth knowing: that it leads to another one, or that a page is shown instead. */
async function withNotes(work: Batch, results: readonly RedirectResult[]): Promise<RedirectResult[]> {
  const { tx, structure, address, now } = work
  const keyOf = ({ source }: RedirectResult) => keyOfSource(source) ?? ''
  const standing = results.filter(({ status }) => status !== 'error' && status !== 'deleted')
  const shadowed = await shadowedSources(tx, structure, standing.map(keyOf))
  return results.map((one) => {
    const held = standing.includes(one) ? now.get(keyOf(one)) : undefined
    if (!held) return one
    const onTo = keyOnSite(address, held.destination)
    const isChain = onTo !== null && Boolean(now.get(onTo))
    const isShadowed = shadowed.has(keyOf(one))
    const notes = [...(isChain ? ['chain' as const] : []), ...(isShadowed ? ['shadowed' as const] : [])]
    return notes.length === 0 ? one : { ...one, notes }
  })
}

type BatchResult = {
  readonly site: SiteParams
  readonly structure: Structure
  readonly before: ReadonlyMap<string, RedirectRow>
  readonly now: ReadonlyMap<string, RedirectState | null>
}

async function write(tx: Tx, ctx: Writer, { site, structure, before, now }: BatchResult): Promise<void> {
  const gone = [...before.values()].filter(({ sourceKey, id }) => now.get(sourceKey)?.id !== id)
  const written = [...now].flatMap(([key, held]) => (held !== null && held !== before.get(key) ? [held] : []))
  if (gone.length === 0 && written.length === 0) return
  if (gone.length > 0)
    await deleteRedirects(
      tx,
      site,
      gone.map(({ id }) => id),
    )
  await writeRedirects(
    tx,
    written.map((held) => ({ ...site, ...held })),
    ctx.now(),
  )
  const changed = written.flatMap(({ sourceKey }) => before.get(sourceKey) ?? [])
  const { id, title } = structure.site
  await recordAuditEvents(tx, ctx, {
    action: 'site.redirect-many',
    target: { type: 'site', id, label: title },
    before: { redirects: [...gone, ...changed].map(settingsOfRedirect) },
    after: { redirects: written.map(settingsOfRedirect) },
  })
}
