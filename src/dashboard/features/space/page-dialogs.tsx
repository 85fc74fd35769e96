import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { uri } from '#contract/shared/values.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { type PageIndex, pageAncestors } from '../../components/page-text/page-index.ts'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { contentPaths, useEditContent } from '../../data/content.ts'
import { labels } from '../../lib/labels.ts'
import { usePageActions } from './mutations.ts'
import { descendantsOf, titleOf } from './page-rows.ts'
import type { Content } from './space-content.ts'

type Kind = 'page' | 'group' | 'link'

const title = z.string().trim().min(1, 'Enter a title')
const fields = { page: z.object({ title }), group: z.object({ title }), link: z.object({ title, url: uri }) }
const texts = {
  page: { head: 'New page', submit: 'Create page', description: 'It opens in the editor.' },
  group: {
    head: 'New group',
    submit: 'Create group',
    description: 'A heading in the navigation, with pages below it.',
  },
  link: {
    head: 'New link',
    submit: 'Create link',
    description: 'A link in the navigation to another address.',
  },
}

type Props = { content: Content; kind: Kind; parentId: string | undefined; onClose: () => void }

/** Creates a page, a group or a link, last in its parent. */
export function NewPageDialog({ content, kind, parentId, onClose }: Props) {
  const { at, index } = content
  const navigate = useNavigate()
  const parent = parentId === undefined || kind === 'group' ? undefined : index.byId.get(parentId)?.page
  const form = useForm<{ title: string; url?: string }>({
    resolver: zodResolver(fields[kind]),
    defaultValues: { title: '', ...(kind === 'link' ? { url: '' } : {}) },
  })
  const creation = useEditContent(at, {
    shown: 'in-form',
    onSuccess: async ({ changes }) => {
      const [created] = changes
      if (kind === 'page' && created?.object === 'created_page')
        // Back goes to the page before, not to the dialog again.
        await navigate({ to: contentPaths(at).edit(created.page.id), replace: true })
      else onClose()
    },
  })
  const { head, submit, description } = texts[kind]
  return (
    <Dialog
      title={parent ? `${head} in “${titleOf(parent)}”` : head}
      description={description}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields[kind]}
        submit={submit}
        onCancel={onClose}
        onSubmit={(values) => creation.mutate({ changes: [insertChange(kind, values, parent?.id)] })}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        {kind === 'link' && <TextField name="url" label="Address" type="url" placeholder="https://" />}
      </Form>
    </Dialog>
  )
}

function insertChange(
  kind: Kind,
  { title, url = '' }: { title: string; url?: string },
  into: string | undefined,
): ContentChangeInput {
  const parent = into === undefined ? {} : { into }
  if (kind === 'group') return { operation: 'insert_page', type: 'group', title }
  if (kind === 'link')
    return { operation: 'insert_page', type: 'link', title, target: { kind: 'url', url }, ...parent }
  return { operation: 'insert_page', title, document: {}, ...parent }
}

type MovePageDialogProps = { content: Content; page: Page; onClose: () => void }

export const TOP_LEVEL = 'top'

const moveTarget = z.object({ into: z.string().min(1, 'Choose a destination') })
type MoveTarget = z.infer<typeof moveTarget>

/** The dialog closes before the move is sent: the tree shows it right away, and a toast shows an error. */
const untracked = { isPending: false, error: null }

/** Moves a page to the end of another one. */
export function MovePageDialog({ content: { at, index }, page, onClose }: MovePageDialogProps) {
  const actions = usePageActions(at, index)
  const form = useForm<MoveTarget>({ resolver: zodResolver(moveTarget), defaultValues: { into: '' } })
  return (
    <Dialog
      title={`Move ${labels.quoted(titleOf(page))}`}
      description="It moves below the page you choose, after its last subpage. Its own subpages move too, and links keep working."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={untracked}
        submit="Move page"
        isGuarded={false}
        onCancel={onClose}
        onSubmit={({ into }) => {
          onClose()
          actions.moveInto(page, into === TOP_LEVEL ? null : into).catch(() => undefined)
        }}
      >
        <TargetField targets={targetsFor(index, page)} />
      </Form>
    </Dialog>
  )
}

function TargetField({ targets }: { targets: ReturnType<typeof targetsFor> }) {
  const { field, fieldState } = useController<MoveTarget, 'into'>({ name: 'into' })
  return (
    <>
      <SpacePicker
        label="Pages"
        noun="page"
        spaces={targets}
        selected={field.value === '' ? [] : [field.value]}
        onChange={([id = '']) => field.onChange(id)}
      />
      {fieldState.error && (
        <p className="form-fault" role="alert">
          {fieldState.error.message}
        </p>
      )}
    </>
  )
}

/** Valid targets: any page or group outside the moved subtree. */
export function targetsFor(index: PageIndex, page: Page) {
  const excluded = new Set([page.id, ...descendantsOf(page).map(({ id }) => id)])
  const targets = index.order.filter(
    (one) => (one.page.type === 'document' || one.page.type === 'group') && !excluded.has(one.page.id),
  )
  const topLevel = { space: { id: TOP_LEVEL, title: 'Top level', emoji: '' } }
  return [
    topLevel,
    ...targets.map(({ page: { id, title, emoji = '' } }) => ({
      space: { id, title, emoji },
      where: pageAncestors(index, id).map(titleOf).join(' / ') || undefined,
    })),
  ]
}
