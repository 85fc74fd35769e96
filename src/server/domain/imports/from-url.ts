import type { z } from 'zod'
import type { importSource } from '#contract/imports.ts'
import type { Context } from '../../context.ts'
import type { StoredTarget } from '../../db/tables/imports.ts'
import { outsideFetch } from '../../importing/fetch.ts'
import type { IncomingFile } from '../../importing/staging.ts'
import { removeUpload, storeUpload } from '../../importing/uploads.ts'
import { version } from '../../version.ts'
import { importAndWait } from './start.ts'
import { resolveTarget } from './target.ts'

type UrlSource = z.output<typeof importSource>

const extensions = { markdown: '.md', html: '.html', zip: '.zip', docx: '.docx' } as const

/** Imports a website or one file at a URL, and returns when the import has finished. */
export async function importFromUrl(
  ctx: Context,
  spaceId: string,
  { url, source }: UrlSource,
  target: StoredTarget,
) {
  if (source === 'website') return importAndWait(ctx, { spaceId, source: { type: source, url }, target })
  const { organizationId } = ctx.access
  await resolveTarget(ctx.db, { organizationId, spaceId }, target)
  const importId = ctx.newId()
  const files = await storeUpload(ctx, importId, fetched(ctx, url, extensions[source]))
  try {
    return await importAndWait(ctx, { importId, spaceId, source: { type: 'file', files }, target })
  } catch (error) {
    // An import that was queued removes its files itself.
    if (!(error instanceof Error) || error.name !== 'AbortError') await removeUpload(ctx, importId)
    throw error
  }
}

/** @throws {DomainError} `upstream` when the URL cannot be read */
async function* fetched({ config }: Context, url: string, extension: string): AsyncGenerator<IncomingFile> {
  const web = outsideFetch({ version, allowPrivate: config.allowPrivateNetwork })
  try {
    const content = await web.open(url, { maxBytes: config.importBytes })
    yield { path: fileNameOf(url, extension), content }
  } finally {
    await web.close()
  }
}

/** The last part of the path, which becomes the title of a page without one, with the extension of its kind. */
function fileNameOf(url: string, extension: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const stem = last.replace(/\.\w{1,8}$/, '').replace(/[^\w-]+/g, '-') || 'import'
  return stem + extension
}
