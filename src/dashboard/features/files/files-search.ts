import { z } from 'zod'
import { id } from '#contract/shared/values.ts'

export const fileSorts = ['name', 'size', 'createdAt'] as const
export type FileSort = (typeof fileSorts)[number]

/** What the address of the files of a space says: its filters, its order and the file that is open. */
export const filesSearch = z.object({
  /** Part of the name. */
  search: z.coerce.string().max(256).optional().catch(undefined),
  show: z.enum(['unused', 'images', 'other']).optional().catch(undefined),
  /** The newest come first unless said. */
  sort: z.enum(fileSorts).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  file: id.optional().catch(undefined),
})
export type FilesSearch = z.infer<typeof filesSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<FilesSearch>, options?: { replace?: boolean }) => void

/** Names begin with A, sizes with the largest, moments with the last one. */
export const firstOrder = (sort: FileSort): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')

/** The order in force. */
export const orderOf = ({ sort = 'createdAt', order }: FilesSearch) => ({
  sort,
  order: order ?? firstOrder(sort),
})
