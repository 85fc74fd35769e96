import { MAX_SPEC_BYTES, REFRESH_INTERVAL_HOURS } from '#contract/openapi-specs.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { writeIn } from '../../db/write.ts'
import { type OutsideFetch, outsideFetch } from '../../importing/fetch.ts'
import { enqueueReferencePages } from '../../importing/pending-references.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { recordEvent, settleEvent } from '../../notifications/record.ts'
import { version } from '../../version.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { specAuditEvent } from './audit-events.ts'
import { parseSpecInWorker } from './parsing/parse-in-worker.ts'
import type { ParsedSpec } from './parsing/parse-spec.ts'
import {
  finishReading,
  hasSchemas,
  insertVersion,
  lockProcessing,
  type Outcome,
  replaceParts,
  requestDueReadings,
  specEditors,
  startReading,
} from './processing-queries.ts'
import { dropOldVersions, storeUploadedText } from './queries.ts'
import { faultOf, readingKey } from './rules.ts'

type Ref = JobPayloads['read-openapi-spec']
type StartedReading = NonNullable<Awaited<ReturnType<typeof startReading>>>
type ParsedSource = { readonly text: string; readonly spec: ParsedSpec }

/**
 * Reads a specification from its source and stores a version if the content has changed. Errors of the source are
 * stored with the specification, whose last version stays. Throws only when the job should be retried.
 */
export async function readSpecification(service: Service, ref: Ref, stop: AbortSignal): Promise<void> {
  const started = await startReading(service.db, ref)
  if (started === undefined) return
  const { allowPrivateNetwork: allowPrivate } = service.config
  const fetch = outsideFetch({ version, allowPrivate })
  try {
    const parsed = await parseSource(started, fetch, stop)
    await finish(service, ref, started, (tx, before) =>
      storeVersion(service, { ref, started, before, parsed, tx }),
    )
  } catch (error) {
    const fault = stop.aborted ? undefined : faultOf(error)
    if (fault === undefined) throw error
    await finish(service, ref, started, async () => ({ errorCode: fault.code, errors: fault.errors }))
  } finally {
    await fetch.close()
  }
}

async function parseSource(
  { sourceUrl, text }: StartedReading,
  fetch: OutsideFetch,
  stop: AbortSignal,
): Promise<ParsedSource> {
  const fetchText = async (url: string) => {
    const { bytes } = await fetch.get(url, { maxBytes: MAX_SPEC_BYTES, signal: stop })
    return bytes.toString('utf8')
  }
  const sourceText = sourceUrl === null ? (text ?? '') : await fetchText(sourceUrl)
  return {
    text: sourceText,
    spec: await parseSpecInWorker({ text: sourceText, url: sourceUrl }, { fetchText, stop }),
  }
}

type Result = Pick<Outcome, 'errorCode' | 'errors'>
type Before = NonNullable<Awaited<ReturnType<typeof lockProcessing>>>

/** Stores the result of a reading, unless the specification was deleted or got another source in the meantime. */
async function finish(
  service: Service,
  ref: Ref,
  { orders, sourceUrl }: StartedReading,
  apply: (tx: Tx, before: Before) => Promise<Result>,
): Promise<void> {
  await writeIn(service.db, async (tx) => {
    const before = await lockProcessing(tx, ref, orders)
    if (before === undefined) return
    const now = service.now()
    const refreshAt = sourceUrl === null ? null : new Date(now.getTime() + REFRESH_INTERVAL_HOURS * 3_600_000)
    const result = await apply(tx, before)
    await finishReading(tx, ref, { ...result, refreshAt, now })
    await notifyEditors(tx, service, ref, before, result)
    await storeUploadedText(tx, { organizationId: ref.organizationId, id: ref.specId }, null)
  })
}

/** Notifies those who can repair a specification when its updates begin to fail; it is done once one succeeds. */
async function notifyEditors(
  tx: Tx,
  service: Service,
  { organizationId, specId }: Ref,
  before: Before,
  { errorCode, errors }: Result,
): Promise<void> {
  const failed = errorCode !== null
  // Who adds a specification sees whether it can be read.
  if (before.hash === null || failed === (before.errorCode !== null)) return
  const key = `openapi_failed/${specId}`
  if (!failed) return settleEvent(tx, service, { organizationId, key })
  await recordEvent(tx, service, {
    organizationId,
    key,
    renews: true,
    about: { kind: 'openapi-spec', id: specId, title: before.title ?? before.slug },
    access: { role: 'create' },
    actor: null,
    detail: errors[0]?.message ?? '',
    audience: [{ reason: 'openapi_failed', users: await specEditors(tx, organizationId) }],
  })
}

type VersionInput = {
  readonly ref: Ref
  readonly started: StartedReading
  readonly before: Before
  readonly parsed: ParsedSource
  readonly tx: Tx
}

async function storeVersion(
  service: Service,
  { ref, started, before, parsed, tx }: VersionInput,
): Promise<Result> {
  const { spec, text } = parsed
  if (spec.hash !== before.hash) {
    const { organizationId, specId } = ref
    const id = service.newId()
    const { hash, title, apiVersion, format, documents, operations, schemas } = spec
    const facts = { id, hash, title, apiVersion, format, documents, operations, schemas }
    await insertVersion(tx, ref, { ...facts, text, sourceUrl: started.sourceUrl, now: service.now() })
    await dropOldVersions(tx, { organizationId, id: specId })
    const after = { version: id, apiVersion, operations: operations.length }
    await recordAuditEvents(
      tx,
      service,
      specAuditEvent('version', { id: specId, slug: before.slug }, { organizationId, after }),
    )
  }
  // Versions that an older Lectern read lack what it did not know.
  else if (spec.schemas.length > 0 && !(await hasSchemas(tx, ref))) await replaceParts(tx, ref, spec)
  const { organizationId } = ref
  const names = [before.slug, ...(started.sourceUrl === null ? [] : [started.sourceUrl])]
  await enqueueReferencePages(tx, service.jobs, { organizationId, names })
  return { errorCode: null, errors: spec.faults }
}

/** Queues all specifications that are due for a refresh, and returns their number. */
export async function refreshDue(service: Service): Promise<number> {
  return writeIn(service.db, async (tx) => {
    const due = await requestDueReadings(tx, service.now())
    for (const ref of due)
      await service.jobs.enqueue(tx, 'read-openapi-spec', ref, { key: readingKey(ref.specId) })
    return due.length
  })
}
