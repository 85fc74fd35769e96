import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Ellipsis, Folder, Move, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Collection } from '#contract/collections.ts'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { exportMarkdown } from '../../lib/exporting.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { ancestorsQuery } from './ancestors-query.ts'
import { CollectionTabs } from './collection-head.tsx'
import { collectionsWithin } from './library-index.ts'
import { titleOf } from './library-rows.ts'
import type { LibrarySearch, OnSearch } from './library-search.ts'
import { LibraryShelves } from './library-shelves.tsx'
import { totalInWords } from './library-toolbar.tsx'
import { useIndex } from './use-index.ts'
import { useOpened } from './use-opened.ts'
import { useRemoval } from './use-removal.ts'
import './library.css'

type Props = {
  organization: Organization
  collection: Collection
  search: LibrarySearch
  onSearch: OnSearch
}

/** One collection: what it is, and the tree of what it holds. */
export function CollectionPage({ organization, collection, search, onSearch }: Props) {
  const title = titleOf(collection)
  const { data: line = [] } = useQuery(ancestorsQuery(collection))
  useCrumbs([
    { title: 'Library', to: places.library(organization.id) },
    ...line.map((one) => ({ title: titleOf(one), to: places.collection(organization.id, one.id) })),
    { title },
  ])
  const opened = useOpened(organization.id)
  const known = useIndex(organization.id, search.q !== undefined || search.show !== undefined)
  const acts = useCollectionActs({ organization, collection, search, onSearch }, known)
  const { create, admin } = collection.permissions
  useActs([
    ...(create
      ? [
          {
            id: 'space',
            label: 'New space',
            where: `in ${title}`,
            icon: Plus,
            keys: 'c',
            run: acts.newSpace,
          },
          {
            id: 'collection',
            label: 'New collection',
            where: `in ${title}`,
            icon: Folder,
            run: acts.newCollection,
          },
        ]
      : []),
    { id: 'export', label: `Export ${title} as Markdown`, icon: Download, run: acts.exported },
    ...(admin
      ? [
          { id: 'edit', label: `Edit ${title}`, icon: Pencil, run: acts.edit },
          { id: 'move', label: `Move ${title}`, icon: Move, run: acts.move },
          { id: 'delete', label: `Delete ${title}`, icon: Trash2, run: acts.remove },
        ]
      : []),
  ])
  const spaces = known.counts?.get(collection.id)
  const inside = collectionsWithin(known.index, collection.id)
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1 className="truncate">{title}</h1>
          <div className="actions">
            <CollectionMenu title={title} acts={acts} mayManage={admin} />
            {create && (
              <>
                <Button look="line" icon={Folder} className="wide" onClick={acts.newCollection}>
                  New collection
                </Button>
                <Button look="ink" icon={Plus} onClick={acts.newSpace}>
                  New space
                </Button>
              </>
            )}
          </div>
        </div>
        {collection.description && <p className="sub">{collection.description}</p>}
        <CollectionTabs collection={collection} />
      </div>
      <LibraryShelves
        organization={organization}
        root={collection}
        mayCreate={create}
        known={known}
        opened={opened}
        search={search}
        onSearch={onSearch}
        total={spaces === undefined ? undefined : totalInWords(spaces, inside)}
        empty={<CollectionEmpty title={title} onNew={create ? acts.newSpace : undefined} />}
      />
    </>
  )
}

type MenuProps = { title: string; acts: ReturnType<typeof useCollectionActs>; mayManage: boolean }

const CollectionMenu = ({ title, acts, mayManage }: MenuProps) => (
  <Menu trigger={<IconButton label={words.actionsFor(title)} icon={Ellipsis} tip={false} />}>
    {mayManage && (
      <>
        <MenuItem icon={Pencil} onSelect={acts.edit}>
          Title and description…
        </MenuItem>
        <MenuItem icon={Move} onSelect={acts.move}>
          Move to…
        </MenuItem>
      </>
    )}
    <MenuItem icon={Download} onSelect={acts.exported}>
      Export as Markdown
    </MenuItem>
    {mayManage && (
      <>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={acts.remove}>
          Delete…
        </MenuItem>
      </>
    )}
  </Menu>
)

function useCollectionActs(
  { organization, collection, onSearch }: Props,
  known: ReturnType<typeof useIndex>,
) {
  const navigate = useNavigate()
  const remove = useRemoval(organization.id, known)
  const { id, parent } = collection
  return {
    newSpace: () => onSearch({ new: 'space', in: id }),
    newCollection: () => onSearch({ new: 'collection', in: id }),
    edit: () => onSearch({ edit: id }),
    move: () => onSearch({ move: id }),
    exported: () => exportMarkdown({ kind: 'collection', id, title: titleOf(collection) }),
    remove: async () => {
      const up = parent ? places.collection(organization.id, parent) : places.library(organization.id)
      if (await remove([collection])) void navigate({ to: up, replace: true })
    },
  }
}

const CollectionEmpty = ({ title, onNew }: { title: string; onNew: (() => void) | undefined }) => (
  <Empty
    title={`Nothing in ${words.quoted(title)} yet`}
    acts={
      onNew && (
        <Button look="ink" icon={Plus} onClick={onNew}>
          New space
        </Button>
      )
    }
  >
    A collection holds spaces and other collections, and gives them one default access.
  </Empty>
)
