import type { SiteParams } from '#contract/shared/paths.ts'
import { uri } from '#contract/shared/values.ts'
import {
  type BulkRedirect,
  type RedirectDestination,
  type RedirectResult,
  redirectSource,
} from '#contract/site-redirects.ts'
import { contentOf } from '../../content/read.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
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
import { appliesTo, isWildcard, keyOfSource, keyOnSite } from './rules.ts'
import { shadowedSources } from './shadowed-sources.ts'

type Body = { readonly redirects: readonly BulkRedirect[]; readonly dryRun?: boolean | undefined }

/** The request or job that writes. */
type Writer = AuditActor & Pick<Service, 'urls' | 'newId'>

/** A redirect after the batch; existing ones keep their id. */
type RedirectState = Omit<NewRedirect, keyof SiteParams>

type Batch = {
  readonly tx: Tx
  readonly structure: Structure
  readonly address: string
  readonly newId: () => string
  /** The redirects by `stateKey`, as far as they were read; null where there is none. */
  readonly now: Map<string, RedirectState | null>
  readonly read: (keys: readonly string[]) => Promise<void>
}

/**
 * Creates, updates and deletes many redirects by their source, in order; each succeeds or fails on its own. The site is
 * locked, so that concurrent requests can't use one source twice or create a loop together.
 */
export async function putRedirects(
  tx: Tx,
  ctx: Writer,
  site: SiteParams,
  body: Body,
): Promise<RedirectResult[]> {
  const structure = await lockSite(tx, site.organizationId, site.siteId)
  const { before, ...batch } = newBatch(tx, ctx, site, structure)
  const keys = body.redirects.flatMap(({ source }) => keyOfSource(source) ?? [])
  await batch.read(keys.flatMap((key) => [key, draftKey(key)]))
  const results: RedirectResult[] = []
  for (const one of body.redirects) results.push(await putRedirect(batch, one))
  const resultsWithNotes = await withNotes(batch, results)
  if (!body.dryRun) await write(tx, ctx, { site, structure, before, now: batch.now })
  return resultsWithNotes
}

function newBatch(tx: Tx, ctx: Writer, site: SiteParams, structure: Structure) {
  const before = new Map<string, RedirectRow>()
  const now = new Map<string, RedirectState | null>()
  const read = async (keys: readonly string[]) => {
    const unknown = [...new Set(keys)].filter((key) => !now.has(key))
    for (const key of unknown) now.set(key, null)
    const live = unknown.filter((key) => !isDraftKey(key))
    const drafts = unknown.filter(isDraftKey).map((key) => key.slice(DRAFT.length))
    const rows = [
      ...(await redirectsBySource(tx, site, live)).values(),
      ...(await redirectsBySource(tx, site, drafts, true)).values(),
    ]
    for (const row of rows) {
      before.set(stateKey(row), row)
      now.set(stateKey(row), row)
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

/** Drafts have keys of their own; no source contains a NUL. */
const DRAFT = '\0'
const draftKey = (sourceKey: string) => DRAFT + sourceKey
const isDraftKey = (key: string) => key.startsWith(DRAFT)
const stateKey = ({ sourceKey, draft }: Pick<RedirectState, 'sourceKey' | 'draft'>) =>
  draft ? draftKey(sourceKey) : sourceKey

const failed = (source: string, error: string, draft = false): RedirectResult => ({
  status: 'error',
  source,
  draft,
  error,
})

async function putRedirect(
  batch: Batch,
  { intent = 'live', ...input }: BulkRedirect,
): Promise<RedirectResult> {
  const { source, destination } = input
  const parsed = redirectSource.safeParse(source)
  if (!parsed.success) return failed(source, parsed.error.issues[0]?.message ?? 'This isn’t a path')
  const sourceKey = keyOfSource(source)
  if (sourceKey === null) return failed(source, 'The percent-encoding of this path isn’t valid')
  if (intent === 'publish') return publishDraft(batch, source, sourceKey)
  const draft = intent === 'draft'
  if (destination === undefined) return failed(source, 'Add a destination', draft)
  const key = stateKey({ sourceKey, draft })
  const current = batch.now.get(key) ?? null
  if (destination !== null) return putState(batch, { ...input, destination, sourceKey, draft, current })
  if (current === null) return failed(source, 'No redirect has this source', draft)
  batch.now.set(key, null)
  return { status: 'deleted', source, draft, id: current.id }
}

type StateInput = Omit<BulkRedirect, 'destination' | 'intent'> & {
  readonly destination: DestinationInput
  readonly sourceKey: string
  readonly draft: boolean
  readonly current: RedirectState | null
}

async function putState(batch: Batch, input: StateInput): Promise<RedirectResult> {
  const { source, sourceKey, draft, current, permanent, captureWildcard } = input
  const destination = await resolveDestination(batch, input.destination)
  if (typeof destination === 'string') return failed(source, destination, draft)
  const next = {
    id: current?.id ?? batch.newId(),
    source,
    sourceKey,
    destination,
    draft,
    captureWildcard: captureWildcard ?? current?.captureWildcard ?? false,
    permanent: permanent ?? current?.permanent ?? true,
  }
  if (next.captureWildcard && !isWildcard(sourceKey))
    return failed(source, 'This only works for a source that ends in “*”', draft)
  if (await isLoop(batch, next)) return failed(source, 'This would redirect visitors in a loop', draft)
  const isSame = current !== null && JSON.stringify(settings(current)) === JSON.stringify(settings(next))
  if (!isSame) batch.now.set(stateKey(next), next)
  const status = current === null ? 'created' : isSame ? 'unchanged' : 'updated'
  return { status, source, draft, id: next.id }
}

/** Puts the draft with this source into effect, in place of the redirect that has it now. */
async function publishDraft(batch: Batch, source: string, sourceKey: string): Promise<RedirectResult> {
  const draft = batch.now.get(draftKey(sourceKey)) ?? null
  if (draft === null) return failed(source, 'No draft has this source', true)
  const live = batch.now.get(sourceKey) ?? null
  const next = { ...draft, id: live?.id ?? draft.id, draft: false }
  if (await isLoop(batch, next)) return failed(source, 'This would redirect visitors in a loop')
  batch.now.set(draftKey(sourceKey), null)
  batch.now.set(sourceKey, next)
  return { status: 'published', source, draft: false, id: next.id }
}

/** The database returns the fields of a destination in any order. */
const settings = ({ source, destination, permanent, captureWildcard }: RedirectState) => [
  source,
  permanent,
  captureWildcard,
  ...Object.entries(destination).sort(),
]

type DestinationInput = NonNullable<BulkRedirect['destination']>

/** A destination as it is stored, or an error message. */
async function resolveDestination(
  { tx, structure }: Batch,
  input: DestinationInput,
): Promise<RedirectDestination | string> {
  if (input.kind === 'external') {
    const { data: url } = uri.safeParse(input.url)
    return url === undefined ? 'Enter an address that starts with http:// or https://' : { ...input, url }
  }
  if (input.kind !== 'path') return (await destinationError(tx, structure, input))?.[1] ?? input
  const siteSpace = structure.siteSpaces.find(({ spaceId }) => spaceId === input.spaceId)
  if (siteSpace === undefined) return 'The site has no such space'
  const path = input.path.replace(/^\/+|\/+$/g, '')
  if (path === '') return { kind: 'site-space', siteSpaceId: siteSpace.id }
  const { organizationId } = structure.site
  const { tree } = await contentOf(tx, { organizationId, spaceId: siteSpace.spaceId })
  const node = tree.pageAt(path)
  return node === undefined
    ? `The space has no page at ${input.path}`
    : { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: node.entry.id }
}

/** Whether following the site's redirects from this one leads back to it. */
async function isLoop({ address, now, read }: Batch, next: RedirectState): Promise<boolean> {
  const seen = new Set<string>()
  let key = keyOnSite(address, next.destination)
  while (key !== null && !seen.has(key)) {
    if (appliesTo(next.sourceKey, key)) return true
    seen.add(key)
    if (!now.has(key)) await read([key])
    const after = now.get(key)
    key = after ? keyOnSite(address, after.destination) : null
  }
  return false
}

/** Notes with each redirect whether it leads to another one or is shadowed by a page. */
async function withNotes(batch: Batch, results: readonly RedirectResult[]): Promise<RedirectResult[]> {
  const { tx, structure, address, now } = batch
  const keyOf = ({ source }: RedirectResult) => keyOfSource(source) ?? ''
  const existing = results.filter(({ status, draft }) => status !== 'error' && status !== 'deleted' && !draft)
  const shadowed = await shadowedSources(tx, structure, existing.map(keyOf))
  return results.map((one) => {
    const redirect = existing.includes(one) ? now.get(keyOf(one)) : undefined
    if (!redirect) return one
    const targetKey = keyOnSite(address, redirect.destination)
    const isChain = targetKey !== null && Boolean(now.get(targetKey))
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
  const remaining = new Set([...now.values()].flatMap((row) => row?.id ?? []))
  const deleted = [...before.values()].filter(({ id }) => !remaining.has(id))
  const written = [...now].flatMap(([key, row]) => (row !== null && row !== before.get(key) ? [row] : []))
  if (deleted.length === 0 && written.length === 0) return
  if (deleted.length > 0)
    await deleteRedirects(
      tx,
      site,
      deleted.map(({ id }) => id),
    )
  await writeRedirects(
    tx,
    written.map((row) => ({ ...site, ...row })),
    ctx.now(),
  )
  const changed = written.flatMap((row) => before.get(stateKey(row)) ?? [])
  const { id, title } = structure.site
  await recordAuditEvents(tx, ctx, {
    action: 'site.redirect-many',
    target: { type: 'site', id, label: title },
    before: { redirects: [...deleted, ...changed].map(settingsOfRedirect) },
    after: { redirects: written.map(settingsOfRedirect) },
  })
}
