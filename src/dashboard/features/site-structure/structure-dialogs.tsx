import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { AddGroupDialog } from './add-group-dialog.tsx'
import { AddSectionDialog } from './add-section-dialog.tsx'
import { AddSpaceDialog } from './add-space-dialog.tsx'
import { EditGroupDialog } from './edit-group-dialog.tsx'
import { EditSectionDialog } from './edit-section-dialog.tsx'
import { EditSpaceDialog } from './edit-space-dialog.tsx'
import { partOf } from './parts.ts'
import type { StructureSearch } from './structure-search.ts'
import type { Desk } from './use-desk.ts'

type Props = {
  desk: Desk
  site: Site
  structure: SiteStructure
  search: StructureSearch
  onClose: () => void
}

/** The dialog that the address asks for. */
export function StructureDialogs({ desk, site, structure, search: { add, to, edit }, onClose }: Props) {
  const shared = { desk, onClose }
  if (add === 'group' && structure.type === 'sections') return <AddGroupDialog {...shared} />
  if (add === 'section')
    return <AddSectionDialog {...shared} site={site} structure={structure} groupId={to} />
  if (add === 'space') return <AddSpaceDialog {...shared} site={site} structure={structure} sectionId={to} />
  const part = edit === undefined ? undefined : partOf(structure, edit)
  switch (part?.object) {
    case 'site-section-group':
      return <EditGroupDialog key={part.id} {...shared} group={part} />
    case 'site-section':
      return <EditSectionDialog key={part.id} {...shared} section={part} />
    case 'site-space':
      return <EditSpaceDialog key={part.id} {...shared} siteSpace={part} />
    default:
      return null
  }
}
