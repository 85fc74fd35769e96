import { useSuspenseQuery } from '@tanstack/react-query'
import { Globe, Layers, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { type SitePlace, sectionsOf } from './parts.ts'
import { StructureDialogs } from './structure-dialogs.tsx'
import { structureQuery } from './structure-query.ts'
import { isOneRow, rowsOf, standsAtTop } from './structure-rows.ts'
import type { OnSearch, StructureSearch } from './structure-search.ts'
import { StructureTree } from './structure-tree.tsx'
import { useOpened } from './use-opened.ts'
import { usePartActs } from './use-part-acts.ts'
import './structure.css'

type Props = { place: SitePlace; site: Site; search: StructureSearch; onSearch: OnSearch }

/** What a site is made of, as one tree that is arranged by hand or by keys. */
export function StructureView({ place, site, search, onSearch }: Props) {
  const { data: structure } = useSuspenseQuery(structureQuery(place))
  const mayEdit = site.permissions.edit
  const acts = usePartActs(place, site)
  const rows = useMemo(() => rowsOf(structure, mayEdit), [structure, mayEdit])
  const single = useMemo(
    () => new Set(sectionsOf(structure).flatMap((section) => (isOneRow(section) ? [section.id] : []))),
    [structure],
  )
  const opened = useOpened(
    site.id,
    useCallback((id: string) => single.has(id), [single]),
  )
  const rootAccepts = useMemo(() => standsAtTop(structure), [structure])
  const hasSections = structure.type === 'sections'
  useStructureActs(mayEdit, hasSections, onSearch)
  return (
    <div className="scroll">
      <StructureTree
        rows={rows}
        {...opened}
        rootAccepts={rootAccepts}
        acts={mayEdit ? acts : undefined}
        onSearch={onSearch}
        empty={<NothingYet mayEdit={mayEdit} onSearch={onSearch} />}
      />
      {rows.length > 0 && mayEdit && <Hints />}
      {rows.length > 0 && mayEdit && !hasSections && <SplitOffer onSearch={onSearch} />}
      {!mayEdit && (
        <p className="st-foot faint meta">
          To arrange this site one needs the role create in the organization.
        </p>
      )}
      {mayEdit && (
        <StructureDialogs
          place={place}
          site={site}
          structure={structure}
          search={search}
          onClose={() => onSearch({})}
        />
      )}
    </div>
  )
}

function useStructureActs(mayEdit: boolean, hasSections: boolean, onSearch: OnSearch): void {
  const section = {
    id: 'add-section',
    label: hasSections ? 'Add a section' : 'Split into sections',
    icon: Plus,
    run: () => onSearch({ add: 'section' }),
  }
  const group = { id: 'add-group', label: 'Add a group', icon: Layers, run: () => onSearch({ add: 'group' }) }
  const space = { id: 'add-space', label: 'Add a space', icon: Globe, run: () => onSearch({ add: 'space' }) }
  const all = hasSections ? [{ ...section, keys: 'c' }, group, space] : [{ ...space, keys: 'c' }, section]
  useActs(mayEdit ? all : [])
}

const Hints = () => (
  <p className="st-foot faint meta wide">
    Drag, or press <Keys of="space" /> on a row and move it with <Keys of="arrowup arrowdown" />{' '}
    <Keys of="tab" />
  </p>
)

const SplitOffer = ({ onSearch }: { onSearch: OnSearch }) => (
  <p className="st-foot st-split soft">
    <span>
      Readers choose between these spaces in one list. Sections give each a place of its own in the main
      navigation.
    </span>
    <Button look="line" onClick={() => onSearch({ add: 'section' })}>
      Split into sections
    </Button>
  </p>
)

const NothingYet = ({ mayEdit, onSearch }: { mayEdit: boolean; onSearch: OnSearch }) => (
  <Empty
    title="Nothing on this site yet"
    acts={
      mayEdit && (
        <Button look="line" icon={Plus} onClick={() => onSearch({ add: 'space' })}>
          Add a space
        </Button>
      )
    }
  >
    A site shows spaces from the library. With its first one it can be published.
  </Empty>
)
