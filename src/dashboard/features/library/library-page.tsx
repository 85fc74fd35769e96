import { useNavigate } from '@tanstack/react-router'
import { Folder, Plus, Trash2, Upload } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { LibraryContents, LibraryEmpty } from './library-contents.tsx'
import { formatTotal } from './library-toolbar.tsx'
import { type OnSearch, useOpenCollections } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'
import { useLibraryIndex } from './use-library-index.ts'

type Props = { organization: Organization; search: LibrarySearch; onSearch: OnSearch }

/** All spaces and collections as one tree. */
export function LibraryPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'Library' }])
  const navigate = useNavigate()
  const openCollections = useOpenCollections(organization.id)
  const overview = useLibraryIndex(organization.id, search.q !== undefined || search.show !== undefined)
  const canCreateAtTop = organization.permissions.createContent
  const canCreate = canCreateAtTop || overview.index.collections.some(({ permissions }) => permissions.create)
  useActions([
    ...(canCreate
      ? [
          { id: 'space', label: 'New space', icon: Plus, keys: 'c', run: () => onSearch({ new: 'space' }) },
          {
            id: 'collection',
            label: 'New collection',
            icon: Folder,
            run: () => onSearch({ new: 'collection' }),
          },
        ]
      : []),
    ...(canCreateAtTop
      ? [
          {
            id: 'import',
            label: 'Import pages',
            icon: Upload,
            run: () => void navigate({ to: paths.imports(organization.id) }),
          },
        ]
      : []),
    {
      id: 'open-trash',
      label: 'Open the trash',
      icon: Trash2,
      run: () => void navigate({ to: paths.trash(organization.id) }),
    },
  ])
  const { spaceCount, collectionCount } = overview.index
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Library</h1>
          {canCreate && (
            <div className="actions">
              <Button
                variant="outline"
                icon={Folder}
                aria-label="New collection"
                onClick={() => onSearch({ new: 'collection' })}
              >
                <span className="wide">New collection</span>
              </Button>
              <Button variant="primary" icon={Plus} onClick={() => onSearch({ new: 'space' })}>
                New space
              </Button>
            </div>
          )}
        </div>
      </div>
      <LibraryContents
        organization={organization}
        canCreate={canCreateAtTop}
        overview={overview}
        openCollections={openCollections}
        search={search}
        onSearch={onSearch}
        total={overview.isLoaded ? formatTotal(spaceCount, collectionCount) : undefined}
        empty={<LibraryEmpty organization={organization} canCreate={canCreate} onSearch={onSearch} />}
      />
    </>
  )
}
