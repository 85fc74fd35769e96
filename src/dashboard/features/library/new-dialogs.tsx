import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Organization } from '#contract/organizations.ts'
import { EmojiField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { inTreeOrder } from './collection-choices.ts'
import styles from './library.module.css'
import { addItem } from './library-cache.ts'
import { titleOf } from './library-rows.ts'
import type { LibraryOverview } from './use-library-index.ts'

type Props = {
  organization: Organization
  overview: LibraryOverview
  parentId: string | null
  /** Suggested title. */
  title: string
  onClose: () => void
  onCreated: (parentId: string) => void
}

const createSpace = api.spaces.create
const spaceFields = createSpace.body
  .pick({ title: true, emoji: true })
  .extend({ title: createSpace.body.shape.title.unwrap().min(1, 'Enter a title') })

/** Creates a space, last in its collection, and opens it. */
export function NewSpaceDialog(props: Props) {
  const { organization, title, onClose } = props
  const navigate = useNavigate()
  const parent = useParentChoice(props)
  const form = useForm({ resolver: zodResolver(spaceFields), defaultValues: { title } })
  const client = useQueryClient()
  const creation = useApi(createSpace, {
    meta: { shown: 'in-form' },
    onSuccess: (space) => {
      addItem(client, organization.id, space)
      toast.done(`Created ${labels.quoted(titleOf(space))}`)
      // Back goes to the library, not to the dialog again.
      void navigate({ to: paths.space(space.id), replace: true })
    },
  })
  return (
    <Dialog title="New space" description="It contains the pages about one subject." onClose={onClose}>
      <Form
        form={form}
        mutation={creation}
        schema={spaceFields}
        submit="Create space"
        onCancel={onClose}
        onSubmit={(values) =>
          creation.mutate({
            params: { organizationId: organization.id },
            body: {
              title: values.title,
              ...(values.emoji ? { emoji: values.emoji } : {}),
              ...(parent.value ? { parent: parent.value } : {}),
            },
          })
        }
      >
        <div className={styles.titled}>
          <TitleField />
          <EmojiField name="emoji" label="Emoji" />
        </div>
        <ParentField {...parent} />
      </Form>
    </Dialog>
  )
}

const createCollection = api.collections.create
const collectionFields = createCollection.body
  .pick({ title: true })
  .extend({ title: createCollection.body.shape.title.unwrap().min(1, 'Enter a title') })

/** Creates a collection, last in its parent. */
export function NewCollectionDialog(props: Props) {
  const { organization, title, onClose } = props
  const parent = useParentChoice(props)
  const form = useForm({ resolver: zodResolver(collectionFields), defaultValues: { title } })
  const onCreated = useShowCreated(props)
  const creation = useApi(createCollection, {
    meta: { shown: 'in-form' },
    onSuccess: (collection) => onCreated(collection),
  })
  return (
    <Dialog title="New collection" description="It contains spaces and other collections." onClose={onClose}>
      <Form
        form={form}
        mutation={creation}
        schema={collectionFields}
        submit="Create collection"
        onCancel={onClose}
        onSubmit={(values) =>
          creation.mutate({
            params: { organizationId: organization.id },
            body: {
              title: values.title,
              ...(parent.value ? { parent: parent.value } : {}),
            },
          })
        }
      >
        <TitleField />
        <ParentField {...parent} />
      </Form>
    </Dialog>
  )
}

const TitleField = () => <TextField name="title" label="Title" autoComplete="off" />

/** Shows a created item in the tree, closes the dialog and says so. */
function useShowCreated({ organization, onClose, onCreated }: Props) {
  const client = useQueryClient()
  return (created: LibraryItem) => {
    addItem(client, organization.id, created)
    if (created.parent) onCreated(created.parent)
    onClose()
    toast.done(`Created ${labels.quoted(titleOf(created))}`)
  }
}

/** The chosen parent, or the preferred one as long as none was chosen. */
function useParentChoice({ organization, overview, parentId }: Props): ParentFieldProps {
  const canCreateAtTop = organization.permissions.createContent
  const [chosen, setChosen] = useState<string | null | undefined>()
  const value = chosen === undefined ? defaultParent(overview, canCreateAtTop, parentId) : chosen
  return { overview, canCreateAtTop, value, onChange: setChosen }
}

type ParentFieldProps = {
  overview: LibraryOverview
  canCreateAtTop: boolean
  value: string | null
  onChange: (parentId: string | null) => void
}

/** The parent of a new item: the top level or a collection in which the caller can create. */
function ParentField({ overview, canCreateAtTop, value, onChange }: ParentFieldProps) {
  const collections = inTreeOrder(overview.index.collections).filter(
    ({ collection }) => collection.permissions.create,
  )
  const choices = [
    ...(canCreateAtTop ? [{ value: '', label: 'Top level of the library' }] : []),
    ...collections.map(({ collection, depth }) => ({
      value: collection.id,
      label: `${'\u2003'.repeat(depth)}${titleOf(collection)}`,
    })),
  ]
  return (
    <Field label="In">
      {(tied) => (
        <Select
          {...tied}
          choices={choices}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  )
}

/** The preferred parent if the caller can create there, else the first where they can. */
function defaultParent(
  overview: LibraryOverview,
  canCreateAtTop: boolean,
  preferred: string | null,
): string | null {
  const canCreate =
    preferred === null ? canCreateAtTop : overview.collections.get(preferred)?.permissions.create
  if (canCreate === true || !overview.isLoaded) return preferred
  if (canCreateAtTop) return null
  return overview.index.collections.find(({ permissions }) => permissions.create)?.id ?? null
}
