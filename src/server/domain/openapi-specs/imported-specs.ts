import { MAX_SPEC_BYTES, MAX_SPECS } from '#contract/openapi-specs.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { membershipOf } from '../../auth/grants.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { outsideFetch } from '../../importing/fetch.ts'
import type {
  PlannedSpec,
  ReadSpec,
  SpecFile,
  SpecServices,
  SpecSource,
} from '../../importing/spec-outline.ts'
import { version } from '../../version.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { sourceOf, specAuditEvent } from './audit-events.ts'
import { specOutline } from './outline-queries.ts'
import { bundleOf } from './parsing/bundle.ts'
import { parseSpecInWorker } from './parsing/parse-in-worker.ts'
import type { ParsedSpec } from './parsing/parse-spec.ts'
import { tagsOf } from './parsing/tags.ts'
import { presentOperationLine } from './present.ts'
import { countSpecs, insertSpec, storeUploadedText } from './queries.ts'
import { faultOf, readingKey } from './rules.ts'

type User = { readonly organizationId: string; readonly by: string | null }

/** What an import can do with the specifications of an organization. */
export function specServices(
  service: Service,
  { organizationId, by }: User,
  stop: AbortSignal,
): SpecServices {
  return {
    async find(name) {
      const stored = await specOutline(service.db, organizationId, name)
      if (stored === undefined) return null
      if (stored.lastVersionId === null)
        return `The organization has “${stored.slug}”, but it hasn’t been read successfully`
      const { slug, title, operations, tags, hasModels } = stored
      const lines = operations.map(presentOperationLine)
      return { slug, title, operations: lines, tags: tagsOf({ tags }), hasModels }
    },
    read: (source) => readOutline(service, source, stop),
    async canAdd() {
      const member = by === null ? undefined : await membershipOf(service.db, organizationId, by)
      return member !== undefined && !member.disabled && isAtLeast(member.role, 'create')
    },
  }
}

async function readOutline(
  { config }: Service,
  source: SpecSource,
  stop: AbortSignal,
): Promise<ReadSpec | string> {
  const fetch = outsideFetch({ version, allowPrivate: config.allowPrivateNetwork })
  const fetchText = async (url: string) => {
    const { bytes } = await fetch.get(url, { maxBytes: MAX_SPEC_BYTES, signal: stop })
    return bytes.toString('utf8')
  }
  const files = filesOfSource('text' in source ? source.file : undefined)
  try {
    const url = 'url' in source ? source.url : files.url
    const text = 'url' in source ? await fetchText(source.url) : source.text
    const spec = await parseSpecInWorker(
      { text, url },
      { fetchText: async (other) => (await files.read(other)) ?? fetchText(other), stop },
    )
    const bundled = url === null ? undefined : files.bundleOf(spec, url)
    return { outline: outlineOf(spec), ...(bundled === undefined ? {} : { text: bundled }) }
  } catch (error) {
    stop.throwIfAborted()
    const fault =
      faultOf(error)?.errors[0]?.message ?? (error instanceof DomainError ? error.message : undefined)
    if (fault === undefined) throw error
    return fault
  } finally {
    await fetch.close()
  }
}

/** Files of a source have URLs below this one while a specification is read. No host has this name. */
const SOURCE_URL = 'http://source.invalid/'

const urlInSource = (path: string): string =>
  new URL(path.split('/').map(encodeURIComponent).join('/'), SOURCE_URL).href

/** The files that a specification in the source of an import refers to. */
function filesOfSource(file: SpecFile | undefined) {
  const missing = new Set<string>()
  return {
    url: file === undefined ? null : urlInSource(file.path),
    /** The text at a URL; undefined for a URL outside the source. A missing file is empty. */
    async read(url: string): Promise<string | undefined> {
      if (!url.startsWith(SOURCE_URL)) return undefined
      const text = (await file?.read(percentDecoded(url.slice(SOURCE_URL.length)))) ?? null
      if (text === null) missing.add(url)
      return text ?? '{}'
    },
    /** The specification with the files that it refers to; undefined if there are none. */
    bundleOf({ documents }: ParsedSpec, root: string): string | undefined {
      const read = Object.entries(documents).filter(
        ([url]) => url.startsWith(SOURCE_URL) && !missing.has(url),
      )
      return read.length < 2 ? undefined : bundleOf(new Map(read), root)
    },
  }
}

function outlineOf({ title, operations, documents, schemas }: ParsedSpec): ReadSpec['outline'] {
  const lines = operations.map(({ method, path, summary, deprecated, tags: [tag] }) => ({
    method,
    path,
    ...(summary === undefined ? {} : { summary }),
    ...(tag === undefined ? {} : { tag }),
    ...(deprecated ? { deprecated } : {}),
  }))
  return {
    title,
    operations: lines,
    tags: tagsOf(Object.values(documents)[0]),
    hasModels: schemas.length > 0,
  }
}

/** Adds the specifications of an import; those beyond the limit of an organization are left out. */
export async function addImportedSpecs(
  tx: Tx,
  service: Service,
  { organizationId }: User,
  specs: readonly PlannedSpec[],
): Promise<void> {
  if (specs.length === 0) return
  await lockOrganization(tx, organizationId)
  let free = MAX_SPECS - (await countSpecs(tx, organizationId))
  for (const { slug, source } of specs) {
    if (free <= 0) throw new DomainError('invalid_state', LIMIT)
    const ref = { organizationId, id: service.newId(), slug }
    const sourceUrl = 'url' in source ? source.url : null
    if (!(await insertSpec(tx, { ...ref, sourceUrl, now: service.now() }))) continue
    free--
    await storeUploadedText(tx, ref, 'text' in source ? source.text : null)
    const payload = { organizationId, specId: ref.id }
    await service.jobs.enqueue(tx, 'read-openapi-spec', payload, { key: readingKey(ref.id) })
    const after = { slug, ...sourceOf(sourceUrl) }
    await recordAuditEvents(tx, service, specAuditEvent('create', ref, { organizationId, after }))
  }
}

const LIMIT = `The import needs more OpenAPI specifications than the ${MAX_SPECS} that an organization can have. Delete some first`
