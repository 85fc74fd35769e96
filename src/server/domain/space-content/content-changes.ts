import type { AppliedChange, ContentChange } from '#contract/content-changes.ts'
import { MAX_INLINE_FILE_BYTES } from '#contract/content-changes.ts'
import type { BodyInput } from '#contract/documents.ts'
import { parseExpression, syntaxErrorOf } from '#contract/shared/condition.ts'
import { costOf, isTooComplex } from '#markup/text-cost.ts'
import type { Change, NewFile, Outcome, TextInput } from '../../content/changes.ts'
import type { CommitResult } from '../../content/commit.ts'
import { newFile } from '../../content/files.ts'
import { bodyOf, contentOf } from '../../content/read.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { type DomainError, invalid } from '../../errors.ts'
import { runTextTask } from '../../text-tasks/run.ts'
import { presentFile } from '../revision-content/present.ts'
import { markdownOfDocument } from '../revision-content/structured-document.ts'

type FileInput = Extract<ContentChange, { operation: 'insert_files' }>['files'][number]

/** Converts changes for the content store. Files are stored on the way, before anything is locked. */
export async function parseChanges(
  ctx: Context,
  input: readonly ContentChange[],
  textOf: TextOf,
): Promise<readonly Change[]> {
  const changes: Change[] = []
  for (const [index, change] of input.entries()) {
    expectTextOnce(input, change, index)
    expectCondition(change, index)
    changes.push(await parseChange(ctx, change, index, textOf))
  }
  return changes
}

async function parseChange(
  ctx: Context,
  change: ContentChange,
  index: number,
  textOf: TextOf,
): Promise<Change> {
  switch (change.operation) {
    case 'insert_page':
      return { ...change, document: await parseText(change.document, index) }
    case 'update_page':
      return { ...change, document: await parseText(change.document, index, () => textOf(change.page)) }
    case 'delete_page':
    case 'delete_file':
    case 'revert_file':
    case 'update_file':
      return change
    case 'revert_page':
      return change.block === undefined ? change : blockRevert(change, index, textOf)
    case 'insert_files': {
      const files: NewFile[] = []
      for (const [at, file] of change.files.entries()) files.push(await storeFile(ctx, file, [index, at]))
      return { operation: 'insert_files', files }
    }
    case 'insert_reusable_content': {
      const document = (await parseText(change.document, index)) ?? {}
      return { ...change, document }
    }
    case 'update_reusable_content': {
      const before = () => textOf(change.reusableContent)
      return { ...change, document: await parseText(change.document, index, before) }
    }
    case 'delete_reusable_content':
    case 'revert_reusable_content':
    case 'update_variables':
      return change
  }
}

type RevertPage = Extract<ContentChange, { operation: 'revert_page' }>

/**
 * Reverted blocks replace parts of the text that was read, so nothing else in the call may change the same text.
 */
function expectTextOnce(input: readonly ContentChange[], change: ContentChange, index: number): void {
  if (change.operation !== 'revert_page' || change.block === undefined) return
  const writes = (other: ContentChange) =>
    (other.operation === 'revert_page' && other.page === change.page) ||
    (other.operation === 'update_page' && other.page === change.page && other.document !== undefined)
  if (input.filter(writes).length === 1) return
  throw invalidChange(
    index,
    'page',
    'A request can change this text only once. Send all blocks in one change',
  )
}

/** Imports keep conditions that can't be parsed, and report them; here someone can repair them. */
function expectCondition(change: ContentChange, index: number): void {
  if (!('condition' in change) || !change.condition) return
  const error = syntaxErrorOf(change.condition, parseExpression)
  if (error !== undefined) throw invalidChange(index, 'condition', error.located)
}

/** Whether a batch reverts single blocks, which requires that it applies to the texts read for it. */
export const revertsBlocks = (changes: readonly ContentChange[]): boolean =>
  changes.some((change) => change.operation === 'revert_page' && change.block !== undefined)

/** Reverting blocks edits the text; the fields of the page stay. */
async function blockRevert(
  { page, revision, block = [] }: RevertPage,
  index: number,
  textOf: TextOf,
): Promise<Change> {
  const source = revision ?? textOf.revertTo
  if (source === undefined)
    throw invalidChange(index, 'revision', 'Enter the revision to restore the blocks from')
  const [now, then] = await Promise.all([textOf(page), textOf(page, source)])
  const markdown = await runTextTask('revertBlocks', { now, then, keys: block }, now, then)
  if (markdown === undefined)
    throw invalidChange(index, 'block', 'Neither version of the page has this block')
  return { operation: 'update_page', page, document: { markdown, isWhole: true } }
}

/**
 * The stored text of a page or reusable content in the revision being edited or another one; empty when there is
 * none.
 */
export type TextOf = ((id: string, revision?: string) => Promise<string>) & {
  /** The revision that pages are reverted to by default. */
  readonly revertTo: string | undefined
}

/** Reads the texts of pages in a revision of a space, by default its head. */
export function textIn(
  ctx: Context,
  at: SpaceRef,
  revision: string | undefined,
  revertTo?: string | undefined,
): TextOf {
  const read = async (page: string, other?: string) => {
    const { tree, reusables } = await contentOf(ctx.db, at, other ?? revision)
    const entry = tree.page(page)?.entry ?? (await reusables()).find(({ id }) => id === page)
    return entry === undefined ? '' : bodyOf(ctx.db, at.organizationId, entry)
  }
  return Object.assign(read, { revertTo })
}

/** A structured document contains only text: no front matter, and no heading that is the title. */
async function parseText(
  body: BodyInput | undefined,
  index: number,
  before: () => Promise<string> = async () => '',
): Promise<TextInput | undefined> {
  if (body === undefined) return undefined
  const text: TextInput =
    body.document === undefined || body.markdown !== undefined
      ? body
      : {
          markdown: await markdownOfDocument(
            body.document,
            ['body', 'changes', index, 'document', 'document'],
            await before(),
          ),
          isWhole: true,
        }
  if (isTooComplex(text.markdown ?? '')) throw tooComplex(index, text.markdown ?? '')
  return text
}

const tooComplex = (index: number, markdown: string): DomainError =>
  invalidChange(
    index,
    'document',
    `This page has too many ${costOf(markdown).mostly} to display. Split it into several pages`,
  )

const invalidChange = (index: number, field: string, message: string): DomainError =>
  invalid([{ path: ['body', 'changes', index, field], message }])

async function storeFile(ctx: Context, file: FileInput, [change, at]: [number, number]): Promise<NewFile> {
  const { ref, name, contentType, url, base64 } = file
  if (url !== undefined) return fetchFile(ctx, url, { ref, name, contentType })
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (bytes.length > MAX_INLINE_FILE_BYTES) {
    const message = `Inline files can have up to ${MAX_INLINE_FILE_BYTES} bytes`
    throw invalid([{ path: ['body', 'changes', change, 'files', at, 'base64'], message }])
  }
  return newFile(ctx.blobs, { ref, name, contentType, bytes })
}

/** In bytes, for a file fetched from a URL. */
const fetchedFileLimit = 25 * 1024 * 1024

async function fetchFile(
  ctx: Context,
  url: string,
  about: Omit<FileInput, 'url' | 'base64'>,
): Promise<NewFile> {
  const { outsideFetch } = await import('../../importing/fetch.ts')
  const outside = outsideFetch({ version: '1', allowPrivate: ctx.config.allowPrivateNetwork })
  try {
    const { bytes, contentType } = await outside.get(url, { maxBytes: fetchedFileLimit })
    return await newFile(ctx.blobs, { ...about, contentType: about.contentType ?? contentType, bytes })
  } finally {
    await outside.close()
  }
}

/** The results of a batch as the API returns them; `within` is the URL path of the content. */
export function appliedOf(
  outcomes: readonly Outcome[],
  urls: Context['urls'],
  within: readonly string[],
): AppliedChange[] {
  return outcomes.map((outcome) => {
    if (outcome.did === 'deleted') return { object: 'deleted_page', page: outcome.page }
    const { page: id } = outcome
    const page = {
      object: 'page' as const,
      id,
      urls: { location: urls.location(...within, 'page', id) },
    }
    if (outcome.did === 'updated') return { object: 'updated_page', page }
    return { object: 'created_page', ...(outcome.ref === undefined ? {} : { ref: outcome.ref }), page }
  })
}

/** The changes of a batch to reusable content. */
export function appliedReusables(reusables: CommitResult['reusables']): AppliedChange[] {
  return [...reusables].map(([id, { did, ref }]) => {
    if (did === 'deleted') return { object: 'deleted_reusable_content', reusableContent: id }
    const reusableContent = { object: 'reusable-content' as const, id }
    if (did === 'updated') return { object: 'updated_reusable_content', reusableContent }
    return { object: 'created_reusable_content', ...(ref === undefined ? {} : { ref }), reusableContent }
  })
}

/** The files added by a batch; an empty object when there are none. */
export function insertedIn(files: CommitResult['files'], urls: Context['urls'], spaceId: string) {
  if (files.length === 0) return {}
  const insertedFiles = files.map(({ ref, ...file }) => ({
    ...(ref === undefined ? {} : { ref }),
    file: presentFile(file, urls, spaceId),
  }))
  return { insertedFiles }
}
