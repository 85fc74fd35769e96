import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { places } from '../../lib/places.ts'
import type { OnSearch } from './library-search.ts'

type Props = { organization: Organization; mayCreate: boolean; onSearch: OnSearch }

/** A library without anything in it, or nothing that is shared with the caller. */
export function LibraryEmpty({ organization, mayCreate, onSearch }: Props) {
  if (!mayCreate) {
    return (
      <Empty title="No spaces here yet">
        A space appears here as soon as one is shared with you. To make one you need the role create.
      </Empty>
    )
  }
  return (
    <Empty
      title="No spaces here yet"
      acts={
        <>
          <Button look="ink" icon={Plus} onClick={() => onSearch({ new: 'space' })}>
            New space
          </Button>
          <Link to={places.imports(organization.id)} className={buttonClass('plain')}>
            <ButtonFace icon={Upload}>Import pages</ButtonFace>
          </Link>
        </>
      }
    >
      A space holds the pages of one subject, such as a product or a handbook.
    </Empty>
  )
}
