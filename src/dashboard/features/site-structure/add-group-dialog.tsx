import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { siteSectionGroups } from '#contract/site-section-groups.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { IconField } from './icon-field.tsx'
import { useAct } from './use-act.ts'
import type { Desk } from './use-desk.ts'

const { create } = siteSectionGroups
const fields = create.body.pick({ title: true, icon: true })

/** Adds an empty group at the end; sections are dragged into it. */
export function AddGroupDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '', icon: null } })
  const adding = useAct(desk, onClose)
  return (
    <Dialog
      title="Add a group"
      description="Sections of a group share one menu in the site’s main navigation. Drag them into it."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        schema={fields}
        submit="Add group"
        onCancel={onClose}
        onSubmit={(body) => adding.mutate({ act: { type: 'add-group', ...body } })}
      >
        <div className="st-titled">
          <TextField name="title" label="Title" autoComplete="off" />
          <IconField name="icon" />
        </div>
      </Form>
    </Dialog>
  )
}
