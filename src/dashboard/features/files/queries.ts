import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import type { FilesSearch } from './search-params.ts'

export type FileSort = NonNullable<FilesSearch['sort']>

/** Merges params into the current ones; an undefined value removes the param. */
export type OnSearch = (change: Partial<FilesSearch>, options?: { replace?: boolean }) => void

/** Default order: names from A, largest and newest first. */
export const firstOrder = (sort: FileSort): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')

/** The current order. */
export const orderOf = ({ sort = 'createdAt', order }: FilesSearch) => ({
  sort,
  order: order ?? firstOrder(sort),
})

const PAGE_SIZE = 100

/** The filtered files of a space. */
export function filesQuery(spaceId: string, search: FilesSearch) {
  const { sort, order } = orderOf(search)
  return qPages(api.spaceContent.files, {
    params: { spaceId },
    query: {
      limit: PAGE_SIZE,
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

/** Pages that use a file. */
export const fileUsagesQuery = (spaceId: string, fileId: string) =>
  q(api.spaceContent.fileBacklinks, { params: { spaceId, fileId }, query: { limit: 200 } })
