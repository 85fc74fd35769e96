import { useQueryClient } from '@tanstack/react-query'
import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Organization } from '#contract/organizations.ts'
import { CollectionEditDialog } from './collection-edit-dialog.tsx'
import { itemSeen } from './library-cache.ts'
import type { LibrarySearch, OnSearch } from './library-search.ts'
import { MoveDialog } from './move-dialog.tsx'
import { NewCollectionDialog } from './new-collection-dialog.tsx'
import { NewSpaceDialog } from './new-space-dialog.tsx'
import { SpaceEditDialog } from './space-edit-dialog.tsx'
import type { Known } from './use-index.ts'

type Props = {
  organization: Organization
  root: Collection | undefined
  known: Known
  search: LibrarySearch
  onSearch: OnSearch
  chosen: readonly LibraryItem[]
  /** Opens a collection in the tree, so that what was made in it is seen. */
  onOpen: (id: string) => void
  onMove: (items: readonly LibraryItem[], parentId: string | null) => void
}

/** The dialog that the address names, if any. */
export function LibraryDialogs({ organization, root, known, search, onSearch, ...rest }: Props) {
  const client = useQueryClient()
  const close = () =>
    onSearch(
      { new: undefined, in: undefined, title: undefined, edit: undefined, move: undefined },
      { replace: true },
    )
  const seen = (id: string | undefined) => {
    if (id === undefined) return undefined
    return itemSeen(client, id) ?? (id === root?.id ? root : undefined)
  }
  if (search.new) {
    const place = {
      organization,
      known,
      parentId: search.in ?? root?.id ?? null,
      title: search.title ?? '',
      onClose: close,
      onMade: rest.onOpen,
    }
    return search.new === 'space' ? <NewSpaceDialog {...place} /> : <NewCollectionDialog {...place} />
  }
  const edited = seen(search.edit)
  if (edited?.permissions.admin) {
    return edited.object === 'space' ? (
      <SpaceEditDialog space={edited} onClose={close} />
    ) : (
      <CollectionEditDialog collection={edited} onClose={close} />
    )
  }
  const one = search.move === 'selected' ? undefined : seen(search.move)
  const moving = search.move === 'selected' ? rest.chosen : one ? [one] : []
  if (moving.length === 0 || !moving.every((item) => item.permissions.admin)) return null
  return (
    <MoveDialog
      organization={organization}
      items={moving}
      known={known}
      onClose={close}
      onMove={(parentId) => {
        close()
        rest.onMove(moving, parentId)
      }}
    />
  )
}
