import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Organization } from '#contract/organizations.ts'
import { emoji } from '#contract/shared/values.ts'
import { type Space, spaceTitle } from '#contract/spaces.ts'
import { EmojiField, TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { callApi, useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import styles from './library.module.css'
import { cachedItem, updateItem } from './library-cache.ts'
import { collectionsWithin } from './library-index.ts'
import { titleOf } from './library-rows.ts'
import { formatTotal } from './library-toolbar.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NewCollectionDialog, NewSpaceDialog } from './new-dialogs.tsx'
import type { OnSearch } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import type { LibraryOverview } from './use-library-index.ts'

type Props = {
  organization: Organization
  root: Collection | undefined
  overview: LibraryOverview
  search: LibrarySearch
  onSearch: OnSearch
  selected: readonly LibraryItem[]
  /** Opens a collection in the tree to reveal a created item. */
  onOpen: (id: string) => void
  onMove: (items: readonly LibraryItem[], parentId: string | null) => void
}

/** The dialog named by the search params, if any. */
export function LibraryDialogs({ organization, root, overview, search, onSearch, ...rest }: Props) {
  const client = useQueryClient()
  const close = () =>
    onSearch(
      {
        new: undefined,
        in: undefined,
        title: undefined,
        edit: undefined,
        move: undefined,
        transfer: undefined,
      },
      { replace: true },
    )
  const findCached = (id: string | undefined) => {
    if (id === undefined) return undefined
    return cachedItem(client, id) ?? (id === root?.id ? root : undefined)
  }
  if (search.new) {
    const newItemProps = {
      organization,
      overview,
      parentId: search.in ?? root?.id ?? null,
      title: search.title ?? '',
      onClose: close,
      onCreated: rest.onOpen,
    }
    return search.new === 'space' ? (
      <NewSpaceDialog {...newItemProps} />
    ) : (
      <NewCollectionDialog {...newItemProps} />
    )
  }
  const edited = findCached(search.edit)
  if (edited?.permissions.admin) {
    return edited.object === 'space' ? (
      <SpaceEditDialog space={edited} onClose={close} />
    ) : (
      <CollectionEditDialog collection={edited} onClose={close} />
    )
  }
  const transferred = findCached(search.transfer)
  if (transferred?.object === 'collection' && transferred.permissions.admin) {
    const spaces = overview.counts?.get(transferred.id)
    const contents =
      spaces === undefined
        ? undefined
        : formatTotal(spaces, collectionsWithin(overview.index, transferred.id))
    return <TransferDialog collection={transferred} contents={contents} onClose={close} />
  }
  const one = search.move === 'selected' ? undefined : findCached(search.move)
  const moving = search.move === 'selected' ? rest.selected : one ? [one] : []
  if (moving.length === 0 || !moving.every((item) => item.permissions.admin)) return null
  return (
    <MoveDialog
      organization={organization}
      items={moving}
      overview={overview}
      onClose={close}
      onMove={(parentId) => {
        close()
        rest.onMove(moving, parentId)
      }}
    />
  )
}

const updateCollection = api.collections.update
const collectionFields = updateCollection.body.pick({ title: true, description: true }).required()

const collectionValues = ({ title, description = '' }: Collection) => ({ title, description })

function CollectionEditDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const client = useQueryClient()
  const params = { collectionId: collection.id }
  const form = useForm({
    resolver: zodResolver(collectionFields),
    defaultValues: collectionValues(collection),
  })
  const saving = useApi(updateCollection, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: collection,
    target: { organizationId: collection.organization, type: 'collection', id: collection.id },
    valuesOf: collectionValues,
    read: () => callApi(api.collections.get, { params }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: changedOf(values, collectionValues(now)), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved, isUndo) => {
      updateItem(client, saved.id, () => saved)
      if (!isUndo) onClose()
    },
    savedMessage: (saved) => `Saved ${labels.quoted(titleOf(saved))}`,
  })
  return (
    <Dialog title={`Edit ${labels.quoted(titleOf(collection))}`} onClose={onClose}>
      <Form {...editing} form={form} schema={collectionFields} submit={labels.save} onCancel={onClose}>
        <TextField name="title" label="Title" autoComplete="off" />
        <TextAreaField name="description" label="Description" isOptional rows={2} />
      </Form>
    </Dialog>
  )
}

const updateSpace = api.spaces.update
const spaceFields = z.object({ title: spaceTitle, emoji })
type SpaceValues = z.infer<typeof spaceFields>

const spaceValues = ({ title, emoji }: Space): SpaceValues => ({ title, emoji })

function SpaceEditDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const client = useQueryClient()
  const params = { spaceId: space.id }
  const form = useForm<SpaceValues>({ resolver: zodResolver(spaceFields), defaultValues: spaceValues(space) })
  const saving = useApi(updateSpace, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: space,
    target: { organizationId: space.organization, type: 'space', id: space.id },
    valuesOf: spaceValues,
    read: () => callApi(api.spaces.get, { params }),
    send: (values, now) => {
      const { emoji, ...rest } = changedOf(values, spaceValues(now))
      const body = { ...rest, ...(emoji === undefined ? {} : { emoji: emoji || null }) }
      return saving.mutateAsync({ params, body, ifMatch: now.version })
    },
    sending: saving,
    onSaved: (saved, isUndo) => {
      updateItem(client, saved.id, () => saved)
      if (!isUndo) onClose()
    },
    savedMessage: (saved) => `Saved ${labels.quoted(titleOf(saved))}`,
  })
  return (
    <Dialog title={`Edit ${labels.quoted(titleOf(space))}`} onClose={onClose}>
      <Form {...editing} form={form} schema={spaceFields} submit={labels.save} onCancel={onClose}>
        <div className={styles.titled}>
          <TextField name="title" label="Title" autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
      </Form>
    </Dialog>
  )
}
