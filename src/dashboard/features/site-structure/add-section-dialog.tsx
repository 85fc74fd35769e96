import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Input } from '#contract/route.ts'
import { siteSections } from '#contract/site-sections.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { IconField } from './icon-field.tsx'
import { partOf, siteSpacesOf, titleOf } from './parts.ts'
import { SpaceField } from './space-field.tsx'
import { useAct } from './use-act.ts'
import type { Desk } from './use-desk.ts'

type Props = {
  desk: Desk
  site: Site
  structure: SiteStructure
  /** The group it goes into; the end of the site unless given. */
  groupId: string | undefined
  onClose: () => void
}

const { create } = siteSections
type Body = Input<typeof create>['body']

/** Adds a section with its first space. On a site without sections the spaces there become the first one. */
export function AddSectionDialog({ desk, site, structure, groupId, onClose }: Props) {
  const group = groupId === undefined ? undefined : partOf(structure, groupId)
  const isSplit = structure.type === 'siteSpaces' && structure.structure.length > 0
  const form = useForm({
    resolver: zodResolver(create.body),
    defaultValues: { spaceId: '', title: null, icon: null } satisfies Body,
  })
  const adding = useAct(desk, onClose)
  const parent = group?.object === 'site-section-group' ? group.id : null
  const opening = siteSpacesOf(structure).find((one) => one.default === true)
  return (
    <Dialog
      title={isSplit ? `Split ${words.quoted(site.title)} into sections` : titleFor(group && titleOf(group))}
      description={
        isSplit && opening
          ? `What the site shows so far becomes the section ${words.quoted(titleOf(opening))}. Choose the space of the second one.`
          : 'A section is a place in the site’s main navigation.'
      }
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        schema={create.body}
        submit="Add section"
        onCancel={onClose}
        onSubmit={(body) =>
          adding.mutate({
            act: { type: 'add-section', ...body },
            ...(parent !== null && {
              next: (id: string) => ({ type: 'move', item: { type: 'site-section', id }, parent }),
              nextRefused: 'The section stands at the end',
            }),
          })
        }
      >
        <SpaceField organizationId={desk.place.organizationId} />
        <div className="st-titled">
          <TextField
            name="title"
            label="Title"
            isOptional
            placeholder="That of the space"
            emptyAs={null}
            autoComplete="off"
          />
          <IconField name="icon" />
        </div>
      </Form>
    </Dialog>
  )
}

const titleFor = (group: string | undefined): string =>
  group === undefined ? 'Add a section' : `Add a section to ${words.quoted(group)}`
