import { cutText } from '#markup/cut-text.ts'
import type { Blobs } from '../content/blobs.ts'
import type { Change, NewFile } from '../content/changes.ts'
import { commit } from '../content/commit.ts'
import { commitToRequest } from '../content/commit-to-request.ts'
import { newFile, newFileFromStream } from '../content/files.ts'
import { headLinkIndex } from '../content/link-rows.ts'
import { recordFormerPaths } from '../content/page-rows.ts'
import { parseAhead } from '../content/parsed-texts.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Tx } from '../db/client.ts'
import { type OriginalFile, originalFilesOf, recordImportedFiles } from './original-files.ts'
import type {
  FormerPath,
  ImportFindings,
  ImportPlan,
  ImportReport,
  OnProgress,
  PendingReference,
  PlannedFile,
  PlannedPage,
  PlannedRedirect,
  PlannedReusable,
} from './plan.ts'
import { countPages } from './plan.ts'
import type { SourceFiles } from './source-files.ts'
import type { PlannedSpec } from './spec-outline.ts'

/** A plan whose files are in the blob store; the source is no longer needed. */
export type ReadyPlan = {
  readonly pages: readonly PlannedPage[]
  readonly files: readonly NewFile[]
  readonly reusables: readonly PlannedReusable[]
  /** The source of each file by its id. */
  readonly sources: ReadonlyMap<string, string>
  readonly findings: ImportFindings
  readonly redirects: readonly PlannedRedirect[]
  readonly formerPaths: readonly FormerPath[]
  readonly specs: readonly PlannedSpec[]
  readonly pendingReferences: readonly PendingReference[]
  readonly values: ImportPlan['values']
  /** The files of the source that an export writes again; empty for a website. */
  readonly originals: readonly OriginalFile[]
  readonly bytes: number
  readonly format: ImportPlan['format']
}

/**
 * Stores the bytes of the plan's files; unreadable files are skipped and reported. `source` has the files of the plan,
 * null for a website.
 */
export async function storeFiles(
  plan: ImportPlan,
  source: SourceFiles | null,
  blobs: Blobs,
  onProgress: OnProgress,
): Promise<ReadyPlan> {
  const files: NewFile[] = []
  const skipped: { path: string; reason: string }[] = []
  for (const [done, file] of plan.files.entries()) {
    await onProgress({ phase: 'files', done, total: plan.files.length })
    const stored = await storeFile(file, blobs)
    if (typeof stored === 'string') skipped.push({ path: file.source, reason: stored })
    else files.push(stored)
  }
  const reusableBytes = plan.reusables.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  const texts = textBytes(plan.pages) + reusableBytes
  const bytes = files.reduce((sum, { size }) => sum + size, texts)
  return {
    pages: plan.pages,
    files,
    reusables: plan.reusables,
    redirects: plan.redirects ?? [],
    formerPaths: plan.formerPaths ?? [],
    specs: plan.specs ?? [],
    pendingReferences: plan.pendingReferences ?? [],
    values: plan.values,
    // The files of another product are not those of an export.
    originals: source === null || isConverted(plan) ? [] : await originalFilesOf(plan, source),
    sources: new Map(plan.files.map(({ id, source }) => [id, source])),
    findings: { ...plan.findings, skipped: [...plan.findings.skipped, ...skipped] },
    bytes,
    format: plan.format,
  }
}

const isConverted = ({ format }: ImportPlan): boolean => format === 'confluence' || format === 'notion'

async function storeFile(
  { id, name: fullName, read, stream }: PlannedFile,
  blobs: Blobs,
): Promise<NewFile | string> {
  const name = cutText(fullName, 256)
  if (stream !== undefined) return storeStream(stream, { id, name }, blobs)
  let bytes: Buffer
  try {
    bytes = await read()
  } catch (error) {
    return reasonOf(error)
  }
  return newFile(blobs, { id, name, bytes })
}

/** A failure of the source is the result, and one of the storage is thrown. */
async function storeStream(
  stream: NonNullable<PlannedFile['stream']>,
  file: Pick<PlannedFile, 'id' | 'name'>,
  blobs: Blobs,
): Promise<NewFile | string> {
  const content = await stream().catch(reasonOf)
  if (typeof content === 'string') return content
  let failure: string | null = null
  content.once('error', (error) => {
    failure = reasonOf(error)
  })
  try {
    return await newFileFromStream(blobs, { ...file, content })
  } catch (error) {
    if (failure !== null) return failure
    throw error
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'It can’t be read')

/** Parses the texts of a plan before its transaction, so that no connection is held meanwhile. */
export const parsePlan = (plan: ReadyPlan): Promise<void> => parseAhead(textsOf(plan.pages))

const textsOf = (pages: readonly PlannedPage[]): string[] =>
  pages.flatMap(({ text, children }) => [...(text ? [text] : []), ...textsOf(children)])

export type Destination = SpaceRef & {
  /** A change request of the space that gets the pages instead. */
  readonly changeRequestId?: string | undefined
  /** The parent page; absent for the root. */
  readonly page?: string | undefined
  readonly by: string | null
  readonly now: Date
  readonly newId: () => string
}

/**
 * Appends a plan to the pages of a space or a change request, at the root or below a page, in one revision. Existing
 * pages do not change. `isListed` says whether exports have the plan's table of contents.
 * @throws {DomainError} what `commit` throws, `not_found` and `space_locked`, or what `commitToRequest` throws
 */
export async function addToSpace(
  tx: Tx,
  plan: ReadyPlan,
  { changeRequestId, page, ...to }: Destination,
): Promise<{ readonly revision: string; readonly isListed: boolean }> {
  const files: Change[] = plan.files.length === 0 ? [] : [{ operation: 'insert_files', files: plan.files }]
  const reusables = plan.reusables.map(({ id, title, text }): Change => {
    const document = { markdown: text, isWhole: true }
    return { operation: 'insert_reusable_content', id, title, document }
  })
  const pages = plan.pages.flatMap((one) => insertionsOf(one, { into: page ?? null }))
  const input = { ...to, changes: [...files, ...reusables, ...valuesIn(plan), ...pages] }
  const { revision } = await (changeRequestId === undefined
    ? commit(tx, input)
    : commitToRequest(tx, { ...input, changeRequestId }))
  await recordPaths(tx, plan.formerPaths, { ...to, page })
  const roots = new Set(plan.pages.map(({ id }) => id))
  const originals = { revision, files: plan.originals, roots, parent: page }
  return { revision, isListed: await recordImportedFiles(tx, to, originals) }
}

/** Variables and tags of the source that the space doesn't have yet. */
function valuesIn({ values }: ReadyPlan): Change[] {
  const { variables = {}, tags = [] } = values ?? {}
  return [
    ...(Object.keys(variables).length === 0
      ? []
      : [{ operation: 'update_variables' as const, variables, isAdded: true }]),
    ...(tags.length === 0 ? [] : [{ operation: 'add_tags' as const, tags }]),
  ]
}

/**
 * Lets paths redirect to imported pages. Those of a change request have no effect until it is merged. Below a page
 * that exists only in a change request, nothing is recorded.
 */
export async function recordPaths(
  tx: Tx,
  paths: readonly FormerPath[],
  { page, now, ...at }: Pick<Destination, 'organizationId' | 'spaceId' | 'page' | 'now'>,
): Promise<void> {
  const parent = page === undefined ? '' : (await headLinkIndex(tx, at).pathsOf([page])).get(page)
  if (parent === undefined) return
  const prefix = parent === '' ? '' : `${parent}/`
  await recordFormerPaths(
    tx,
    at,
    paths.map((one) => ({ page_id: one.page, path: prefix + one.path })),
    now,
  )
}

/** The changes that insert a page and those below it; `at` is its index among its siblings, the end if absent. */
export function insertionsOf(
  page: PlannedPage,
  { into, at }: { readonly into: string | null; readonly at?: number },
): Change[] {
  const { id, type, title, slug, description, icon, emoji, target, reference, hidden, text, children, more } =
    page
  const own: Change = {
    operation: 'insert_page',
    id,
    // Groups are only allowed at the root: below a page they become pages without text.
    type: type === 'group' && into !== null ? 'document' : type,
    title,
    isPlanned: true,
    ...(type === 'link' ? {} : { slug }),
    description,
    icon,
    emoji,
    ...(hidden ? { hidden } : {}),
    ...more,
    ...(reference === undefined ? {} : { target: reference }),
    ...(target === undefined ? {} : { target: { kind: 'url', url: target } }),
    ...(type === 'document' ? { document: { markdown: text ?? '' } } : {}),
    into,
    ...(at === undefined ? {} : { at }),
  }
  return [own, ...children.flatMap((child) => insertionsOf(child, { into: id }))]
}

export const reportOf = ({ pages, files, findings, format }: ReadyPlan, ms: number): ImportReport => ({
  ...findings,
  ...(format === undefined ? {} : { format }),
  pages: countPages(pages),
  files: files.length,
  ms: Math.round(ms),
})

const textBytes = (pages: readonly PlannedPage[]): number =>
  pages.reduce((sum, { text, children }) => sum + Buffer.byteLength(text ?? '') + textBytes(children), 0)
