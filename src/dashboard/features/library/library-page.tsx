import { useNavigate } from '@tanstack/react-router'
import { Folder, Plus, Trash2, Upload } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { Bone, TreeSkeleton } from '../../components/ui/skeleton.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { LibraryEmpty } from './library-empty.tsx'
import type { LibrarySearch, OnSearch } from './library-search.ts'
import { LibraryShelves } from './library-shelves.tsx'
import { totalInWords } from './library-toolbar.tsx'
import { useIndex } from './use-index.ts'
import { useOpened } from './use-opened.ts'
import './library.css'

type Props = { organization: Organization; search: LibrarySearch; onSearch: OnSearch }

/** Everything there is to write in: nested collections and spaces as one tree. */
export function LibraryPage({ organization, search, onSearch }: Props) {
  useCrumbs([{ title: 'Library' }])
  const navigate = useNavigate()
  const opened = useOpened(organization.id)
  const known = useIndex(organization.id, search.q !== undefined || search.show !== undefined)
  const atTop = organization.permissions.createContent
  const mayCreate = atTop || known.index.collections.some(({ permissions }) => permissions.create)
  useActs([
    ...(mayCreate
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
    ...(atTop
      ? [
          {
            id: 'import',
            label: 'Import pages',
            icon: Upload,
            run: () => void navigate({ to: places.imports(organization.id) }),
          },
        ]
      : []),
    {
      id: 'open-trash',
      label: 'Open the trash',
      icon: Trash2,
      run: () => void navigate({ to: places.trash(organization.id) }),
    },
  ])
  const { spaceCount, collectionCount } = known.index
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Library</h1>
          {mayCreate && (
            <div className="actions">
              <Button
                look="line"
                icon={Folder}
                className="wide"
                onClick={() => onSearch({ new: 'collection' })}
              >
                New collection
              </Button>
              <Button look="ink" icon={Plus} onClick={() => onSearch({ new: 'space' })}>
                New space
              </Button>
            </div>
          )}
        </div>
      </div>
      <LibraryShelves
        organization={organization}
        mayCreate={atTop}
        known={known}
        opened={opened}
        search={search}
        onSearch={onSearch}
        total={known.isThere ? totalInWords(spaceCount, collectionCount) : undefined}
        empty={<LibraryEmpty organization={organization} mayCreate={mayCreate} onSearch={onSearch} />}
      />
    </>
  )
}

/** The page while its first rows are on their way. */
export const LibrarySkeleton = () => (
  <>
    <div className="page-head">
      <div className="title-row">
        <h1>Library</h1>
      </div>
    </div>
    <div className="toolbar">
      <span className="lib-filter">
        <Bone width="100%" height="1.75rem" />
      </span>
    </div>
    <div className="scroll">
      <TreeSkeleton rows={14} />
    </div>
  </>
)
