import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type SiteSectionGroup, siteSectionGroups } from '#contract/site-section-groups.ts'
import { type SiteSection, siteSections } from '#contract/site-sections.ts'
import { type SiteSpace, siteSpaces } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import {
  ConditionField,
  conditionErrorOf,
  type Template,
} from '../../components/condition/condition-field.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { Form, useFieldDescription } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { q } from '../../data/api.ts'
import { type Claim, flattenClaims } from '../../lib/conditions.ts'
import { labels } from '../../lib/labels.ts'
import { AddGroupDialog, AddSectionDialog, AddSpaceDialog } from './add-dialogs.tsx'
import type { EditTarget } from './edits.ts'
import { IconField } from './icon-picker.tsx'
import { useSaveChange, versionToMatch } from './row-actions.ts'
import type { StructureSearch } from './search-params.ts'
import styles from './structure.module.css'
import { nameOrCount, nodeById, titleOf } from './structure-nodes.ts'
import { type MoveTarget, moveTargets, rootTarget, type StructureRow } from './structure-rows.ts'
import { useVisitorSchema } from './structure-state.ts'

type Props = {
  editTarget: EditTarget
  site: Site
  structure: SiteStructure
  search: StructureSearch
  onClose: () => void
}

/** The dialog that the search parameters name. */
export function StructureDialogs({ editTarget, site, structure, search: { add, to, edit }, onClose }: Props) {
  const shared = { editTarget, onClose }
  if (add === 'group' && structure.type === 'sections') return <AddGroupDialog {...shared} />
  if (add === 'section')
    return <AddSectionDialog {...shared} site={site} structure={structure} groupId={to} />
  if (add === 'space') return <AddSpaceDialog {...shared} site={site} structure={structure} sectionId={to} />
  const node = edit === undefined ? undefined : nodeById(structure, edit)
  switch (node?.object) {
    case 'site-section-group':
      return <EditGroupDialog key={node.id} {...shared} group={node} />
    case 'site-section':
      return <EditSectionDialog key={node.id} {...shared} section={node} />
    case 'site-space':
      return <EditSpaceDialog key={node.id} {...shared} siteSpace={node} />
    default:
      return null
  }
}

type MoveDialogProps = {
  structure: SiteStructure
  rows: readonly StructureRow[]
  onMove: (parentId: string | null) => void
  onClose: () => void
}

/** Chooses the group that sections move into, or the section that spaces move into. */
export function MoveDialog({ structure, rows, onMove, onClose }: MoveDialogProps) {
  const targets = moveTargets(structure, rows)
  const noun = rows[0]?.kind === 'site-section' ? 'group' : 'section'
  const form = useForm({
    resolver: zodResolver(z.object({ target: z.string().min(1, `There’s no ${noun} to move into`) })),
    defaultValues: { target: targets.find(({ disabledReason }) => disabledReason === undefined)?.id ?? '' },
  })
  const chosen = form.watch('target')
  const title = targets.find(({ id }) => id === chosen)?.title
  return (
    <Dialog title={`Move ${nameOrCount(rows.map(({ node }) => node))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={idle}
        submit={chosen === rootTarget ? 'Move to the top' : `Move into ${title ?? `a ${noun}`}`}
        isGuarded={false}
        onCancel={onClose}
        onSubmit={({ target }) => onMove(target === rootTarget ? null : target)}
      >
        <TargetField label={noun === 'group' ? 'Groups' : 'Sections'} noun={noun} targets={targets} />
      </Form>
    </Dialog>
  )
}

/** The rows move after the dialog has closed. */
const idle = { isPending: false, error: null }

function TargetField({
  label,
  noun,
  targets,
}: {
  label: string
  noun: string
  targets: readonly MoveTarget[]
}) {
  const { field, fieldState } = useController({ name: 'target' })
  useFieldDescription('target', label)
  return (
    <>
      <SpacePicker
        label={label}
        noun={noun}
        spaces={targets.map(({ id, title, where, disabledReason }) => ({
          space: { id, title, emoji: '' },
          where,
          disabledReason,
        }))}
        selected={field.value === '' ? [] : [field.value]}
        onChange={([id]) => field.onChange(id)}
      />
      {fieldState.error && <p role="alert">{fieldState.error.message}</p>}
    </>
  )
}

type EditGroupDialogProps = { editTarget: EditTarget; group: SiteSectionGroup; onClose: () => void }

const updateGroup = siteSectionGroups.update

/** Title and icon of a group. */
function EditGroupDialog({ editTarget, group, onClose }: EditGroupDialogProps) {
  const [opened] = useState(group)
  const { title, icon = null } = opened
  const form = useForm({ resolver: zodResolver(updateGroup.body), defaultValues: { title, icon } })
  const saving = useSaveChange(editTarget, onClose)
  return (
    <Dialog title={`Edit ${labels.quoted(titleOf(group))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={updateGroup.body}
        submit={labels.save}
        onCancel={onClose}
        onSubmit={(body) =>
          saving.mutate({
            change: { type: 'change-group', id: group.id, ...body },
            ifMatch: versionToMatch(opened, ['title', 'icon']),
          })
        }
      >
        <div className={styles.titleAndIcon}>
          <TextField name="title" label="Title" autoComplete="off" />
          <IconField name="icon" />
        </div>
      </Form>
    </Dialog>
  )
}

type EditSectionDialogProps = { editTarget: EditTarget; section: SiteSection; onClose: () => void }

const updateSection = siteSections.update
const sectionFields = updateSection.body.omit({ defaultSiteSpace: true })
const sectionFormFields = ['title', 'path', 'icon', 'description', 'condition'] as const

/** The fields of a section: all but its position. */
function EditSectionDialog({ editTarget, section, onClose }: EditSectionDialogProps) {
  const [opened] = useState(section)
  const { title, path, icon = null, description = '', condition = null } = opened
  const form = useForm({
    resolver: zodResolver(sectionFields),
    defaultValues: { title, path, icon, description, condition },
  })
  const saving = useSaveChange(editTarget, onClose)
  const claims = useClaims(editTarget.params)
  const templates = useTemplates(editTarget.params)
  return (
    <Dialog title={`Edit ${labels.quoted(titleOf(section))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={sectionFields}
        submit={labels.save}
        onCancel={onClose}
        onSubmit={({ description: about, ...body }) => {
          if (conditionErrorOf(body.condition ?? '') !== null) return form.setFocus('condition')
          saving.mutate({
            change: { type: 'change-section', id: section.id, ...body, description: about || null },
            ifMatch: versionToMatch(opened, sectionFormFields),
          })
        }}
      >
        <div className={styles.titleAndIcon}>
          <TextField name="title" label="Title" autoComplete="off" />
          <IconField name="icon" />
        </div>
        <TextField
          name="path"
          label="Path"
          affix="/"
          autoComplete="off"
          help={
            section.default === true
              ? 'The default section is at the address of the site. Its path applies once another section is the default.'
              : 'Old addresses redirect to the new one.'
          }
        />
        <TextAreaField name="description" label="Description" rows={2} isOptional />
        <ConditionField what="section" claims={claims} templates={templates} />
      </Form>
    </Dialog>
  )
}

type EditSpaceDialogProps = { editTarget: EditTarget; siteSpace: SiteSpace; onClose: () => void }

const updateSiteSpace = siteSpaces.update

/** Path and condition of a space in the site; the title is edited in the library. */
function EditSpaceDialog({ editTarget, siteSpace, onClose }: EditSpaceDialogProps) {
  const [opened] = useState(siteSpace)
  const { path, condition = null } = opened
  const form = useForm({ resolver: zodResolver(updateSiteSpace.body), defaultValues: { path, condition } })
  const saving = useSaveChange(editTarget, onClose)
  const claims = useClaims(editTarget.params)
  const templates = useTemplates(editTarget.params)
  return (
    <Dialog
      title={`Edit ${labels.quoted(titleOf(siteSpace))}`}
      description="How the site shows this space. To change its title, rename it in the library."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={saving}
        schema={updateSiteSpace.body}
        submit={labels.save}
        onCancel={onClose}
        onSubmit={(body) => {
          if (conditionErrorOf(body.condition ?? '') !== null) return form.setFocus('condition')
          saving.mutate({
            change: { type: 'change-space', id: siteSpace.id, ...body },
            ifMatch: versionToMatch(opened, ['path', 'condition']),
          })
        }}
      >
        <TextField
          name="path"
          label="Path"
          affix="/"
          autoComplete="off"
          help={
            siteSpace.default === true
              ? 'The default has no path. Its path applies once another space is the default.'
              : 'Old addresses redirect to the new one.'
          }
        />
        <ConditionField what="space" claims={claims} templates={templates} />
      </Form>
    </Dialog>
  )
}

const noClaims: readonly Claim[] = []

/** What conditions of a site can name. */
function useClaims(params: SiteParams): readonly Claim[] {
  const schema = useVisitorSchema(params)
  return useMemo(() => (schema ? flattenClaims(schema) : noClaims), [schema])
}

const noTemplates: readonly Template[] = []

/** Conditions of a site to start from. */
const useTemplates = (params: SiteParams): readonly Template[] =>
  useQuery(q(api.siteAudience.templates, { params })).data?.items ?? noTemplates
