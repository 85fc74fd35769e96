import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'
import { type FilesSearch, orderOf } from './files-search.ts'

const perPage = 100

/** The files of a space that the filters of the address let through. */
export function filesQuery(spaceId: string, search: FilesSearch) {
  const { sort, order } = orderOf(search)
  return qPages(api.spaceContent.files, {
    params: { spaceId },
    query: {
      limit: perPage,
      sort,
      direction: order,
      ...(search.search ? { search: search.search } : {}),
      ...(search.show === 'unused' ? { unused: true } : {}),
      ...(search.show === 'images' ? { images: true } : {}),
      ...(search.show === 'other' ? { images: false } : {}),
    },
  })
}

export const fileQuery = (spaceId: string, fileId: string) =>
  q(api.spaceContent.file, { params: { spaceId, fileId } })

/** Where a file is used. */
export const usesQuery = (spaceId: string, fileId: string) =>
  q(api.spaceContent.fileBacklinks, { params: { spaceId, fileId }, query: { limit: 200 } })
