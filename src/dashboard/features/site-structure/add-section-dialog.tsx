import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Input, Output } from '#contract/route.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { ask } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { IconField } from './icon-field.tsx'
import { partOf, type SitePlace, siteSpacesOf, titleOf } from './parts.ts'
import { SpaceField } from './space-field.tsx'

type Props = {
  place: SitePlace
  site: Site
  structure: SiteStructure
  /** The group it goes into; the end of the site unless given. */
  groupId: string | undefined
  onClose: () => void
}

const { create } = api.siteSections
type Body = Input<typeof create>['body']

/** Adds a section with its first space. On a site without sections the spaces there become the first one. */
export function AddSectionDialog({ place, site, structure, groupId, onClose }: Props) {
  const group = groupId === undefined ? undefined : partOf(structure, groupId)
  const isSplit = structure.type === 'siteSpaces' && structure.structure.length > 0
  const form = useForm({
    resolver: zodResolver(create.body),
    defaultValues: { spaceId: '', title: null, icon: null } satisfies Body,
  })
  const adding = useAddSection(place, group?.object === 'site-section-group' ? group.id : null, onClose)
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
        onSubmit={(body) => adding.mutate(body)}
      >
        <SpaceField organizationId={place.organizationId} />
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

/** Makes the section and puts it into its group; when only that is refused, it stands at the end and that is said. */
function useAddSection(place: SitePlace, parent: string | null, onDone: () => void) {
  return useMutation<Output<typeof create>, Error, Body>({
    mutationFn: async (body) => {
      const made = await ask(create, { params: place, body })
      if (parent === null) return made
      const item = { type: made.object, id: made.id }
      await ask(api.siteStructure.sort, { params: place, body: { item, parent } }).catch((error: unknown) =>
        toast.refused(`${words.quoted(made.title)} stands at the end`, { reason: reasonOf(error) }),
      )
      return made
    },
    meta: { resource: 'siteSections', shown: 'in-form' },
    onSuccess: onDone,
  })
}
