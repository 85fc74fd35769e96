import type { AppliedChange, ContentChange } from '#contract/content-changes.ts'
import { inlineFileLimit } from '#contract/content-changes.ts'
import type { BodyInput } from '#contract/documents.ts'
import type { Change, NewFile, Outcome } from '../../content/changes.ts'
import { newFile } from '../../content/files.ts'
import type { Context } from '../../context.ts'
import { type DomainError, invalid } from '../../errors.ts'

type GivenFile = Extract<ContentChange, { operation: 'insert_files' }>['files'][number]

/**
 * The changes as the content store takes them. Files are put into the blob store on the way, before anything is
 * locked.
 */
export async function changesGiven(
  ctx: Context,
  given: readonly ContentChange[],
): Promise<readonly Change[]> {
  const changes: Change[] = []
  for (const [index, change] of given.entries()) changes.push(await changeGiven(ctx, change, index))
  return changes
}

async function changeGiven(ctx: Context, change: ContentChange, index: number): Promise<Change> {
  switch (change.operation) {
    case 'insert_page':
    case 'update_page':
      checkBody(change.document, index)
      return change
    case 'delete_page':
      return change
    case 'revert_page':
      if (change.block === undefined) return change
      throw refused(index, 'block', 'Single blocks cannot be reverted, only whole pages')
    case 'insert_files': {
      const files: NewFile[] = []
      for (const [at, file] of change.files.entries()) files.push(await fileGiven(ctx, file, [index, at]))
      return { operation: 'insert_files', files }
    }
    default:
      throw refused(index, 'operation', 'Reusable content cannot be edited here')
  }
}

function checkBody(body: BodyInput | undefined, index: number): void {
  if (body?.document === undefined || body.markdown !== undefined) return
  throw refused(index, 'document', 'Give the text of a page as markdown')
}

const refused = (index: number, field: string, message: string): DomainError =>
  invalid([{ path: ['body', 'changes', index, field], message }])

async function fileGiven(ctx: Context, file: GivenFile, [change, at]: [number, number]): Promise<NewFile> {
  const { ref, name, contentType, url, base64 } = file
  if (url !== undefined) return fileFrom(ctx, url, { ref, name, contentType })
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (bytes.length > inlineFileLimit) {
    const message = `A file given inline has at most ${inlineFileLimit} bytes`
    throw invalid([{ path: ['body', 'changes', change, 'files', at, 'base64'], message }])
  }
  return newFile(ctx.blobs, { ref, name, contentType, bytes })
}

/** Most bytes of a file that is fetched for a change. */
const fetchedFileLimit = 25 * 1024 * 1024

async function fileFrom(
  ctx: Context,
  url: string,
  about: Omit<GivenFile, 'url' | 'base64'>,
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

/** What a batch did, as the interface answers it. */
export function appliedOf(
  outcomes: readonly Outcome[],
  urls: Context['urls'],
  spaceId: string,
): AppliedChange[] {
  return outcomes.map((outcome) => {
    if (outcome.did === 'deleted') return { object: 'deleted_page', page: outcome.page }
    const { page: id } = outcome
    const page = {
      object: 'page' as const,
      id,
      urls: { location: urls.location('spaces', spaceId, 'content', 'page', id) },
    }
    if (outcome.did === 'updated') return { object: 'updated_page', page }
    return { object: 'created_page', ...(outcome.ref === undefined ? {} : { ref: outcome.ref }), page }
  })
}
