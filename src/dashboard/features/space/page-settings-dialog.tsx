import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { Page } from '#contract/pages.ts'
import { CheckboxField, EmojiField, SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { pagesAbove } from '../../components/page-text/page-index.ts'
import { PictureField } from '../../components/picture-field.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type ContentAt, useEditAt } from '../../lib/content-at.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { titleOf } from './page-rows.ts'
import {
  changesOf,
  coverElsewhere,
  noCover,
  type PageSettings,
  pageSettings,
  valuesOf,
} from './page-settings.ts'
import type { Content } from './space-content.ts'

type Props = { content: Content; page: Page; onClose: () => void }

/** How a page is called, addressed, found and laid out. */
export function PageSettingsDialog({ content: { at, index, files }, page, onClose }: Props) {
  const before = valuesOf(page)
  const form = useForm<PageSettings>({ resolver: zodResolver(pageSettings), defaultValues: before })
  const saving = useEditAt(at, { shown: 'in-form' })
  const undoing = useUndoing(at, page)
  const save = (values: PageSettings) => {
    const change = changesOf(page, before, values)
    if (!change) return onClose()
    saving.mutate(
      { changes: [change] },
      {
        onSuccess: () => {
          const back = changesOf(page, values, before)
          const said = `Saved the settings of ${words.quoted(values.title)}`
          if (back) toast.undoable(said, () => undoing.mutate({ changes: [back] }))
          onClose()
        },
      },
    )
  }
  const above = pagesAbove(index, page.id).flatMap((one) => ('slug' in one ? [one.slug] : []))
  return (
    <Dialog title={`Settings of ${words.quoted(titleOf(page))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={pageSettings}
        submit="Save settings"
        onCancel={onClose}
        onSubmit={save}
      >
        <div className="sp-titled">
          <TextField name="title" label="Title" autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
        {page.type === 'link' && <TextField name="url" label="Address" type="url" placeholder="https://" />}
        {'slug' in page && <SlugField above={above} before={before.slug} />}
        {page.type === 'document' && (
          <TextAreaField
            name="description"
            label="Description"
            rows={2}
            help="Stands below the title, on cards and in what search engines show."
          />
        )}
        {page.type === 'document' && <CoverField files={files} />}
        <Switches of={page} />
      </Form>
    </Dialog>
  )
}

/** A picture of the space, or one from an address. */
function CoverField({ files }: { files: Content['files'] }) {
  const chosen: unknown = useWatch({ name: 'cover' })
  const pictures = [...files.values()].filter(({ contentType }) => contentType.startsWith('image/'))
  const choices = [
    { value: noCover, label: 'No cover' },
    ...pictures.map(({ id, name }) => ({ value: id, label: name })),
    { value: coverElsewhere, label: 'A picture from an address' },
  ]
  return (
    <>
      <SelectField name="cover" label="Cover" choices={choices} help="Stands above the title on sites." />
      {chosen === coverElsewhere && <PictureField name="coverUrl" label="Address of the cover" />}
    </>
  )
}

function SlugField({ above, before }: { above: readonly string[]; before: string }) {
  const slug: unknown = useWatch({ name: 'slug' })
  const isNew = slug !== before && slug !== ''
  const path = [...above, slug || before].join('/')
  return (
    <TextField
      name="slug"
      label="Path"
      mono
      autoComplete="off"
      help={
        isNew
          ? `Its address will end in /${path}. The old address leads to the new one, and links stay right.`
          : `Its address ends in /${path}.`
      }
    />
  )
}

function Switches({ of: page }: { of: Page }) {
  return (
    <>
      <fieldset className="field">
        <legend className="label">Where it is shown</legend>
        <CheckboxField name="hidden" label="Hidden from the navigation" help="Its address still works." />
        {'slug' in page && (
          <>
            <CheckboxField name="noIndex" label="Not found by the search of the site" />
            <CheckboxField name="noRobotsIndex" label="Search engines are asked not to list it" />
          </>
        )}
      </fieldset>
      {page.type === 'document' && (
        <fieldset className="field">
          <legend className="label">What a site shows with it</legend>
          <CheckboxField name="showsDescription" label="Description below the title" />
          <CheckboxField name="outline" label="Contents at the side" />
          <CheckboxField name="pagination" label="Previous and next page" />
          <CheckboxField name="metadata" label="When it was last changed" />
        </fieldset>
      )}
    </>
  )
}

/** Puts the settings back; the dialog is closed by then, so a message says what came of it. */
function useUndoing(at: ContentAt, page: Page) {
  return useEditAt(at, {
    onSuccess: () => void toast.done(`The settings of ${words.quoted(titleOf(page))} are back`),
  })
}
