import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import type { Input } from '#contract/route.ts'
import { siteSectionGroups } from '#contract/site-section-groups.ts'
import { siteSections } from '#contract/site-sections.ts'
import { siteSpaces } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form, useFieldDescription } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useSpaceOptions } from '../../data/spaces.ts'
import { labels } from '../../lib/labels.ts'
import { namedSections } from '../../lib/named-sections.ts'
import type { EditTarget } from './edits.ts'
import { IconField } from './icon-picker.tsx'
import { useSaveChange } from './row-actions.ts'
import styles from './structure.module.css'
import { nodeById, sectionsOf, siteSpacesOf, titleOf } from './structure-nodes.ts'

const createGroup = siteSectionGroups.create
const groupFields = createGroup.body.pick({ title: true, icon: true })

/** Adds an empty group at the end; sections are dragged into it. */
export function AddGroupDialog({ editTarget, onClose }: { editTarget: EditTarget; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(groupFields), defaultValues: { title: '', icon: null } })
  const adding = useSaveChange(editTarget, onClose)
  return (
    <Dialog
      title="Add a group"
      description="Sections in a group share one menu in the site’s main navigation. Drag sections into the group."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        schema={groupFields}
        submit="Add group"
        onCancel={onClose}
        onSubmit={(body) => adding.mutate({ change: { type: 'add-group', ...body } })}
      >
        <div className={styles.titleAndIcon}>
          <TextField name="title" label="Title" autoComplete="off" />
          <IconField name="icon" />
        </div>
      </Form>
    </Dialog>
  )
}

type Props = {
  editTarget: EditTarget
  site: Site
  structure: SiteStructure
  /** The group to add to; undefined for the end of the site. */
  groupId: string | undefined
  onClose: () => void
}

const createSection = siteSections.create
type Body = Input<typeof createSection>['body']

/** Adds a section with its first space. On a site without sections, its spaces become the first section. */
export function AddSectionDialog({ editTarget, site, structure, groupId, onClose }: Props) {
  const group = groupId === undefined ? undefined : nodeById(structure, groupId)
  const isSplit = structure.type === 'siteSpaces' && structure.structure.length > 0
  const form = useForm({
    resolver: zodResolver(createSection.body),
    defaultValues: { spaceId: '', title: null, icon: null } satisfies Body,
  })
  const adding = useSaveChange(editTarget, onClose)
  const parent = group?.object === 'site-section-group' ? group.id : null
  const opening = siteSpacesOf(structure).find((one) => one.default === true)
  return (
    <Dialog
      title={isSplit ? `Split ${labels.quoted(site.title)} into sections` : titleFor(group && titleOf(group))}
      description={
        isSplit && opening
          ? `The current content becomes the section ${labels.quoted(titleOf(opening))}. Choose a space for the second section.`
          : 'A section is an entry in the site’s main navigation.'
      }
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        schema={createSection.body}
        submit="Add section"
        onCancel={onClose}
        onSubmit={(body) =>
          adding.mutate({
            change: { type: 'add-section', ...body, ...(parent !== null && { sectionGroup: parent }) },
          })
        }
      >
        <SpaceField organizationId={editTarget.params.organizationId} />
        <div className={styles.titleAndIcon}>
          <TextField
            name="title"
            label="Title"
            isOptional
            placeholder="Same as the space"
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
  group === undefined ? 'Add a section' : `Add a section to ${labels.quoted(group)}`

type AddSpaceDialogProps = {
  editTarget: EditTarget
  site: Site
  structure: SiteStructure
  /** The section to add to; undefined if the dialog lets people choose one. */
  sectionId: string | undefined
  onClose: () => void
}

const createSiteSpace = siteSpaces.create

/** Adds a space to a section as a variant, or to a site without sections. */
export function AddSpaceDialog({ editTarget, site, structure, sectionId, onClose }: AddSpaceDialogProps) {
  const sections = sectionsOf(structure)
  const fixedSection = sections.find(({ id }) => id === sectionId)
  const first = fixedSection ?? sections.find((section) => section.default === true) ?? sections[0]
  const form = useForm({
    resolver: zodResolver(createSiteSpace.body),
    defaultValues: { spaceId: '', ...(first ? { sectionId: first.id } : {}) },
  })
  const adding = useSaveChange(editTarget, onClose)
  const chosen = sections.find(({ id }) => id === form.watch('sectionId'))
  const shown = chosen?.siteSpaces ?? siteSpacesOf(structure)
  return (
    <Dialog
      title={`Add a space to ${labels.quoted(fixedSection ? titleOf(fixedSection) : site.title)}`}
      description={
        sections.length > 0
          ? 'Spaces in a section are its variants, such as versions or languages. Readers can switch between them.'
          : undefined
      }
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        submit="Add space"
        onCancel={onClose}
        onSubmit={(body) => adding.mutate({ change: { type: 'add-space', ...body } })}
      >
        {sections.length > 0 && fixedSection === undefined && (
          <SelectField
            name="sectionId"
            label="Section"
            choices={namedSections(structure).map(({ section, name }) => ({
              value: section.id,
              label: name,
            }))}
          />
        )}
        <SpaceField
          organizationId={editTarget.params.organizationId}
          unavailable={new Set(shown.map(({ space }) => space.id))}
          unavailableReason={`already in ${chosen ? titleOf(chosen) : 'the site'}`}
        />
      </Form>
    </Dialog>
  )
}

type SpaceFieldProps = {
  organizationId: string
  /** Ids of spaces that are already there and cannot be added twice. */
  unavailable?: ReadonlySet<string>
  unavailableReason?: string
}

/** Chooses one space of the library. */
function SpaceField({ organizationId, unavailable, unavailableReason = 'already added' }: SpaceFieldProps) {
  const { field, fieldState } = useController({ name: 'spaceId' })
  useFieldDescription('spaceId', 'Space')
  const { spaces, isLoading } = useSpaceOptions(organizationId)
  return (
    <Field label="Space" error={fieldState.error && 'Choose a space'}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Spaces"
          spaces={spaces.map((one) => ({
            ...one,
            disabledReason: unavailable?.has(one.space.id) ? unavailableReason : undefined,
          }))}
          isLoading={isLoading}
          selected={field.value ? [field.value] : []}
          onChange={([id]) => field.onChange(id)}
        />
      )}
    </Field>
  )
}
