import './library.module.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { Download, Ellipsis, Folder, Move, Pencil, Plus, Trash2, Truck } from 'lucide-react'
import type { Collection } from '#contract/collections.ts'
import type { Organization } from '#contract/organizations.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { exportMarkdown } from '../../data/exports.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { CollectionTabs } from './collection-head.tsx'
import { LibraryContents } from './library-contents.tsx'
import { collectionsWithin } from './library-index.ts'
import { titleOf } from './library-rows.ts'
import { formatTotal } from './library-toolbar.tsx'
import { useRemoval } from './mutations.ts'
import { ancestorsQuery, type OnSearch, useOpenCollections } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'
import { useLibraryIndex } from './use-library-index.ts'

type Props = {
  organization: Organization
  collection: Collection
  search: LibrarySearch
  onSearch: OnSearch
}

/** One collection and the tree of its contents. */
export function CollectionPage({ organization, collection, search, onSearch }: Props) {
  const title = titleOf(collection)
  const { data: ancestors = [] } = useQuery(ancestorsQuery(collection))
  useBreadcrumbs([
    { title: 'Library', to: paths.library(organization.id) },
    ...ancestors.map((one) => ({ title: titleOf(one), to: paths.collection(organization.id, one.id) })),
    { title },
  ])
  const openCollections = useOpenCollections(organization.id)
  const overview = useLibraryIndex(organization.id, search.q !== undefined || search.show !== undefined)
  const actions = useCollectionActions({ organization, collection, search, onSearch }, overview)
  const { create, admin } = collection.permissions
  useActions([
    ...(create
      ? [
          {
            id: 'space',
            label: 'New space',
            where: `in ${title}`,
            icon: Plus,
            keys: 'c',
            run: actions.newSpace,
          },
          {
            id: 'collection',
            label: 'New collection',
            where: `in ${title}`,
            icon: Folder,
            run: actions.newCollection,
          },
        ]
      : []),
    { id: 'export', label: `Export ${title} as Markdown`, icon: Download, run: actions.exportMarkdown },
    ...(admin
      ? [
          { id: 'edit', label: `Edit ${title}`, icon: Pencil, run: actions.edit },
          { id: 'move', label: `Move ${title}`, icon: Move, run: actions.move },
          ...(actions.transfer
            ? [{ id: 'transfer', label: `Transfer ${title}`, icon: Truck, run: actions.transfer }]
            : []),
          { id: 'delete', label: `Delete ${title}`, icon: Trash2, run: actions.remove },
        ]
      : []),
  ])
  const spaces = overview.counts?.get(collection.id)
  const inside = collectionsWithin(overview.index, collection.id)
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1 className="truncate">{title}</h1>
          <div className="actions">
            <CollectionMenu title={title} actions={actions} canManage={admin} />
            {create && (
              <>
                <Button
                  variant="outline"
                  icon={Folder}
                  aria-label="New collection"
                  onClick={actions.newCollection}
                >
                  <span className="wide">New collection</span>
                </Button>
                <Button variant="primary" icon={Plus} onClick={actions.newSpace}>
                  New space
                </Button>
              </>
            )}
          </div>
        </div>
        {collection.description && <p className="sub">{collection.description}</p>}
        <CollectionTabs collection={collection} />
      </div>
      <LibraryContents
        organization={organization}
        root={collection}
        canCreate={create}
        overview={overview}
        openCollections={openCollections}
        search={search}
        onSearch={onSearch}
        total={spaces === undefined ? undefined : formatTotal(spaces, inside)}
        empty={<CollectionEmpty title={title} onNew={create ? actions.newSpace : undefined} />}
      />
    </>
  )
}

type MenuProps = { title: string; actions: ReturnType<typeof useCollectionActions>; canManage: boolean }

const CollectionMenu = ({ title, actions, canManage }: MenuProps) => (
  <Menu trigger={<IconButton label={labels.actionsFor(title)} icon={Ellipsis} tip={false} />}>
    {canManage && (
      <>
        <MenuItem icon={Pencil} onSelect={actions.edit}>
          Title and description…
        </MenuItem>
        <MenuItem icon={Move} onSelect={actions.move}>
          Move to…
        </MenuItem>
        {actions.transfer && (
          <MenuItem icon={Truck} onSelect={actions.transfer}>
            Transfer…
          </MenuItem>
        )}
      </>
    )}
    <MenuItem icon={Download} onSelect={actions.exportMarkdown}>
      Export as Markdown
    </MenuItem>
    {canManage && (
      <>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={actions.remove}>
          Delete…
        </MenuItem>
      </>
    )}
  </Menu>
)

function useCollectionActions(
  { organization, collection, onSearch }: Props,
  overview: ReturnType<typeof useLibraryIndex>,
) {
  const navigate = useNavigate()
  const remove = useRemoval(organization.id, overview)
  const { session } = useRouteContext({ from: '/_app' })
  const hasOthers = session.organizations.length > 1
  const { id, parent } = collection
  return {
    newSpace: () => onSearch({ new: 'space', in: id }),
    newCollection: () => onSearch({ new: 'collection', in: id }),
    edit: () => onSearch({ edit: id }),
    move: () => onSearch({ move: id }),
    /** Undefined for members of a single organization. */
    transfer: hasOthers ? () => onSearch({ transfer: id }) : undefined,
    exportMarkdown: () => exportMarkdown({ kind: 'collection', id, title: titleOf(collection) }),
    remove: async () => {
      const up = parent ? paths.collection(organization.id, parent) : paths.library(organization.id)
      if (await remove([collection])) void navigate({ to: up, replace: true })
    },
  }
}

const CollectionEmpty = ({ title, onNew }: { title: string; onNew: (() => void) | undefined }) => (
  <Empty
    title={`Nothing in ${labels.quoted(title)} yet`}
    actions={
      onNew && (
        <Button variant="primary" icon={Plus} onClick={onNew}>
          New space
        </Button>
      )
    }
  >
    A collection contains spaces and other collections and sets their default access.
  </Empty>
)
