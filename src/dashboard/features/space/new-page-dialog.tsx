import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { uri } from '#contract/shared/values.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { placesAt, useEditAt } from '../../lib/content-at.ts'
import { titleOf } from './page-rows.ts'
import type { Content } from './space-content.ts'

type Kind = 'page' | 'group' | 'link'

const title = z.string().trim().min(1, 'Give it a title')
const fields = { page: z.object({ title }), group: z.object({ title }), link: z.object({ title, url: uri }) }
const shown = {
  page: { head: 'New page', submit: 'Create page', says: 'It opens in the editor.' },
  group: {
    head: 'New group',
    submit: 'Create group',
    says: 'A heading in the navigation, with pages below it.',
  },
  link: { head: 'New link', submit: 'Create link', says: 'An entry in the navigation that leads elsewhere.' },
}

type Props = { content: Content; kind: Kind; parentId: string | undefined; onClose: () => void }

/** Makes a page, a group or a link, last in its place. */
export function NewPageDialog({ content, kind, parentId, onClose }: Props) {
  const { at, index } = content
  const navigate = useNavigate()
  const parent = parentId === undefined || kind === 'group' ? undefined : index.byId.get(parentId)?.page
  const form = useForm<{ title: string; url?: string }>({
    resolver: zodResolver(fields[kind]),
    defaultValues: { title: '', ...(kind === 'link' ? { url: '' } : {}) },
  })
  const making = useEditAt(at, {
    shown: 'in-form',
    onSuccess: async ({ changes }) => {
      const [made] = changes
      if (kind === 'page' && made?.object === 'created_page')
        await navigate({ to: placesAt(at).edit(made.page.id) })
      else onClose()
    },
  })
  const { head, submit, says } = shown[kind]
  return (
    <Dialog title={parent ? `${head} in “${titleOf(parent)}”` : head} description={says} onClose={onClose}>
      <Form
        form={form}
        mutation={making}
        schema={fields[kind]}
        submit={submit}
        onCancel={onClose}
        onSubmit={(values) => making.mutate({ changes: [changeOf(kind, values, parent?.id)] })}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        {kind === 'link' && <TextField name="url" label="Address" type="url" placeholder="https://" />}
      </Form>
    </Dialog>
  )
}

function changeOf(
  kind: Kind,
  { title, url = '' }: { title: string; url?: string },
  into: string | undefined,
): ContentChangeInput {
  const place = into === undefined ? {} : { into }
  if (kind === 'group') return { operation: 'insert_page', type: 'group', title }
  if (kind === 'link')
    return { operation: 'insert_page', type: 'link', title, target: { kind: 'url', url }, ...place }
  return { operation: 'insert_page', title, document: {}, ...place }
}
