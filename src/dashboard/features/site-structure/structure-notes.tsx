import { Library, Plus } from 'lucide-react'
import type { SiteStructure } from '#contract/site-structure.ts'
import { Button } from '../../components/ui/button.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Empty } from '../../components/ui/states.tsx'
import type { OnSearch } from './structure-search.ts'

type BelowProps = { structure: SiteStructure; mayEdit: boolean; mayChange: boolean; onSearch: OnSearch }

/** What there is to know below the rows. */
export function BelowTree({ structure, mayEdit, mayChange, onSearch }: BelowProps) {
  const hasRows = structure.structure.length > 0
  return (
    <>
      {hasRows && mayChange && <Hints />}
      {hasRows && mayChange && structure.type === 'siteSpaces' && <SplitOffer onSearch={onSearch} />}
      {!mayEdit && <p className="st-foot faint meta">To arrange this site you need the role Edit on it.</p>}
    </>
  )
}

const Hints = () => (
  <p className="st-foot faint meta wide">
    Drag, or press <Keys of="space" /> on a row and move it with <Keys of="arrowup arrowdown" />{' '}
    <Keys of="tab" />
  </p>
)

const SplitOffer = ({ onSearch }: { onSearch: OnSearch }) => (
  <p className="st-foot st-offer soft">
    <span>
      Readers choose between these spaces in one list. Sections give each a place of its own in the main
      navigation.
    </span>
    <Button look="line" onClick={() => onSearch({ add: 'section' })}>
      Split into sections
    </Button>
  </p>
)

export const NothingYet = ({ mayEdit, onSearch }: { mayEdit: boolean; onSearch: OnSearch }) => (
  <Empty
    title="Nothing on this site yet"
    acts={
      mayEdit && (
        <>
          <Button look="line" icon={Library} onClick={() => onSearch({ add: 'library' })}>
            Add from the library
          </Button>
          <Button icon={Plus} onClick={() => onSearch({ add: 'space' })}>
            Add a space
          </Button>
        </>
      )
    }
  >
    A site shows spaces from the library. With its first one it can be published.
  </Empty>
)
