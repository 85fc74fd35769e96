import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { siteSpaces } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { sectionsOf, siteSpacesOf, titleOf } from './parts.ts'
import { SpaceField } from './space-field.tsx'
import { useAct } from './use-act.ts'
import type { Desk } from './use-desk.ts'

type Props = {
  desk: Desk
  site: Site
  structure: SiteStructure
  /** The section it goes into; asked for unless given. */
  sectionId: string | undefined
  onClose: () => void
}

const { create } = siteSpaces

/** Shows one more space: beside the others of a section, or of a site without sections. */
export function AddSpaceDialog({ desk, site, structure, sectionId, onClose }: Props) {
  const sections = sectionsOf(structure)
  const asked = sections.find(({ id }) => id === sectionId)
  const first = asked ?? sections.find((section) => section.default === true) ?? sections[0]
  const form = useForm({
    resolver: zodResolver(create.body),
    defaultValues: { spaceId: '', ...(first ? { sectionId: first.id } : {}) },
  })
  const adding = useAct(desk, onClose)
  const chosen = sections.find(({ id }) => id === form.watch('sectionId'))
  const there = chosen?.siteSpaces ?? siteSpacesOf(structure)
  return (
    <Dialog
      title={`Add a space to ${words.quoted(asked ? titleOf(asked) : site.title)}`}
      description={
        sections.length > 0
          ? 'Spaces of one section are its variants, such as versions or languages. Readers switch between them.'
          : undefined
      }
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        submit="Add space"
        onCancel={onClose}
        onSubmit={(body) => adding.mutate({ act: { type: 'add-space', ...body } })}
      >
        {sections.length > 0 && asked === undefined && (
          <SelectField
            name="sectionId"
            label="Section"
            choices={sections.map((section) => ({ value: section.id, label: titleOf(section) }))}
          />
        )}
        <SpaceField
          organizationId={desk.place.organizationId}
          taken={new Set(there.map(({ space }) => space.id))}
          takenWhere={`in ${chosen ? titleOf(chosen) : 'the site'} already`}
        />
      </Form>
    </Dialog>
  )
}
