import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { Page } from '#contract/pages.ts'
import {
  CheckboxField,
  EmojiField,
  PictureField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { pageAncestors } from '../../components/page-text/page-index.ts'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type ContentRef, useEditContent } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { titleOf } from './page-rows.ts'
import {
  EXTERNAL_COVER,
  NO_COVER,
  type PageSettings,
  pageSettings,
  settingsChange,
  valuesOf,
} from './page-settings.ts'
import styles from './space.module.css'
import type { Content } from './space-content.ts'

type Props = { content: Content; page: Page; onClose: () => void }

/** Title, path, description, cover and visibility of a page. */
export function PageSettingsDialog({ content: { at, index, files }, page, onClose }: Props) {
  const before = valuesOf(page)
  const form = useForm<PageSettings>({ resolver: zodResolver(pageSettings), defaultValues: before })
  const saving = useEditContent(at, { shown: 'in-form' })
  const reverting = useRevertSettings(at, page)
  const save = (values: PageSettings) => {
    const change = settingsChange(page, before, values)
    if (!change) return onClose()
    saving.mutate(
      { changes: [change] },
      {
        onSuccess: () => {
          const revert = settingsChange(page, values, before)
          const message = `Saved the settings of ${labels.quoted(values.title)}`
          if (revert) offerUndo(message, () => reverting.mutate({ changes: [revert] }))
          onClose()
        },
      },
    )
  }
  const parentSlugs = pageAncestors(index, page.id).flatMap((one) => ('slug' in one ? [one.slug] : []))
  return (
    <Dialog title={`Settings of ${labels.quoted(titleOf(page))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={pageSettings}
        submit="Save settings"
        onCancel={onClose}
        onSubmit={save}
      >
        <div className={styles.titled}>
          <TextField name="title" label="Title" autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
        {page.type === 'link' && <TextField name="url" label="Address" type="url" placeholder="https://" />}
        {'slug' in page && <SlugField parentSlugs={parentSlugs} before={before.slug} />}
        {page.type === 'document' && (
          <TextAreaField
            name="description"
            label="Description"
            rows={2}
            help="Shown below the title, on cards and in search results."
          />
        )}
        {page.type === 'document' && <CoverField files={files} darkBefore={before.coverDark} />}
        {page.type === 'document' && (
          <>
            <SelectField name="width" label="Width" choices={widths} />
            <TextField name="tags" label="Tags" autoComplete="off" help="Separated by commas." />
          </>
        )}
        <VisibilityFields of={page} />
      </Form>
    </Dialog>
  )
}

const coverSizes = [
  { value: 'hero', label: 'Above the title' },
  { value: 'full', label: 'As wide as the window' },
  { value: 'background', label: 'Behind the page' },
]
const widths = [
  { value: 'default', label: 'Default' },
  { value: 'wide', label: 'Wide' },
]

/** An image of the space, or one from a URL. */
function CoverField({ files, darkBefore }: { files: Content['files']; darkBefore: string }) {
  const cover: unknown = useWatch({ name: 'cover' })
  const pictures = [...files.values()].filter(({ contentType }) => contentType.startsWith('image/'))
  const images = pictures.map(({ id, name }) => ({ value: id, label: name }))
  const external = { value: EXTERNAL_COVER, label: 'An image from a URL' }
  const choices = [{ value: NO_COVER, label: 'No cover' }, ...images, external]
  const darkChoices = [
    { value: NO_COVER, label: 'The same image' },
    ...images,
    ...(darkBefore === EXTERNAL_COVER ? [external] : []),
  ]
  return (
    <>
      <SelectField name="cover" label="Cover" choices={choices} help="Shown on sites." />
      {cover === EXTERNAL_COVER && <PictureField name="coverUrl" label="Cover URL" />}
      {cover !== NO_COVER && (
        <>
          <SelectField name="coverDark" label="Cover on dark pages" choices={darkChoices} />
          <SelectField name="coverSize" label="Cover position" choices={coverSizes} />
          <TextField
            name="coverHeight"
            label="Cover height"
            inputMode="numeric"
            help="In pixels, 10 to 700."
          />
        </>
      )}
    </>
  )
}

function SlugField({ parentSlugs, before }: { parentSlugs: readonly string[]; before: string }) {
  const slug: unknown = useWatch({ name: 'slug' })
  const isNew = slug !== before && slug !== ''
  const path = [...parentSlugs, slug || before].join('/')
  return (
    <TextField
      name="slug"
      label="Path"
      mono
      autoComplete="off"
      help={
        isNew
          ? `Its address will end in /${path}. The old address redirects to it, and links keep working.`
          : `Its address ends in /${path}.`
      }
    />
  )
}

function VisibilityFields({ of: page }: { of: Page }) {
  return (
    <>
      <fieldset className="field">
        <legend className="label">Visibility</legend>
        <CheckboxField name="hidden" label="Hide from navigation" help="Its address still works." />
        {'slug' in page && (
          <>
            <CheckboxField name="noIndex" label="Exclude from search" />
            <CheckboxField name="noRobotsIndex" label="Ask search engines not to list it" />
          </>
        )}
      </fieldset>
      {page.type === 'document' && (
        <fieldset className="field">
          <legend className="label">Shown on sites</legend>
          <CheckboxField name="showsTitle" label="Title" />
          <CheckboxField name="showsDescription" label="Description below the title" />
          <CheckboxField name="showsTags" label="Tags" />
          <CheckboxField name="tableOfContents" label="Page tree" />
          <CheckboxField name="outline" label="Outline of the page" />
          <CheckboxField name="pagination" label="Previous and next page" />
          <CheckboxField name="metadata" label="Last updated" />
          <CheckboxField name="showsActions" label="Menu with actions" />
        </fieldset>
      )}
    </>
  )
}

/** Restores the previous settings. The dialog is closed by then, so a toast reports the result. */
function useRevertSettings(at: ContentRef, page: Page) {
  return useEditContent(at, {
    onSuccess: () => void toast.done(`Restored the settings of ${labels.quoted(titleOf(page))}`),
  })
}
