import { z } from 'zod'
import { kinds } from './library-index.ts'

const text = z.coerce.string().optional().catch(undefined)

/** What the address of the library says beside the place: the filter and the open dialog. */
export const librarySearch = z.object({
  /** Text that titles are filtered by. */
  q: text,
  show: z.enum(kinds).optional().catch(undefined),
  /** The dialog that makes something, and the collection to make it in. */
  new: z.enum(['space', 'collection']).optional().catch(undefined),
  in: text,
  /** What it is to be called. */
  title: text,
  /** The space or collection being edited. */
  edit: text,
  /** The one being moved, or `selected` for those that are chosen. */
  move: text,
})
export type LibrarySearch = z.infer<typeof librarySearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<LibrarySearch>, options?: { replace?: boolean }) => void
