import { Copy } from 'lucide-react'
import { api } from '#contract/api.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { titleOf } from './parts.ts'
import type { StructureRow } from './structure-rows.ts'
import type { Desk } from './use-desk.ts'

/** Copies a space and shows the copy after it; absent in a plan, where no space is made. */
export function useDuplicating({
  place,
  isPlan,
}: Desk): { readonly duplicate: (row: StructureRow) => void } | undefined {
  const removing = useApi(api.spaces.delete, { meta: { refused: 'The copy stays' } })
  const copying = useApi(api.siteSpaces.duplicate, {
    meta: { refused: 'Nothing was copied' },
    onSuccess: (made) =>
      toast.undoable(
        `Created ${words.quoted(titleOf(made))}`,
        () => removing.mutate({ params: { spaceId: made.space.id } }),
        { icon: Copy },
      ),
  })
  if (isPlan) return undefined
  return { duplicate: ({ id }) => copying.mutate({ params: { ...place, siteSpaceId: id } }) }
}
