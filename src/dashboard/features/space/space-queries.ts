import { api } from '#contract/api.ts'
import type { File } from '#contract/files.ts'
import { q } from '../../lib/api.ts'

export const spaceQuery = (spaceId: string) => q(api.spaces.get, { params: { spaceId } })

/** The tree of pages, the files, and the revision they are of. */
export const contentQuery = (spaceId: string) => q(api.spaceContent.get, { params: { spaceId } })

/** One page with its text. */
export const pageQuery = (spaceId: string, pageId: string) =>
  q(api.spaceContent.page, { params: { spaceId, pageId }, query: { format: 'markdown' } })

const known = new WeakMap<readonly File[], ReadonlyMap<string, File>>()

/** The files of a content by id. */
export function filesById(files: readonly File[]): ReadonlyMap<string, File> {
  const made = known.get(files) ?? new Map(files.map((file) => [file.id, file]))
  known.set(files, made)
  return made
}
