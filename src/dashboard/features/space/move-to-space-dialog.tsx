import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useController, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Page } from '#contract/pages.ts'
import type { Space } from '#contract/spaces.ts'
import { Form } from '../../components/form.tsx'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { type PickableSpace, SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { contentQuery } from '../../data/content.ts'
import { useSpaceOptions } from '../../data/spaces.ts'
import { labels } from '../../lib/labels.ts'
import { useMoveToSpace } from './move-to-space.ts'
import { MoveSummary } from './move-to-space-summary.tsx'
import { TOP_LEVEL, targetsFor } from './page-dialogs.tsx'
import { titleOf } from './page-rows.ts'
import type { Content } from './space-content.ts'

const schema = z.object({ space: z.string().min(1, 'Choose a space'), into: z.string() })
type Values = z.infer<typeof schema>

type Props = { content: Content; page: Page; onClose: () => void }

/** Moves a page with its subpages to another space, and shows beforehand what that changes. */
export function MoveToSpaceDialog({ content: { space }, page, onClose }: Props) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { space: '', into: TOP_LEVEL },
  })
  const { options, isLoading } = useTargetSpaces(space)
  const chosen = useWatch({ control: form.control, name: 'space' })
  const target = options.find((one) => one.space.id === chosen)?.space
  const move = useMoveToSpace(space, page, onClose)
  return (
    <Dialog
      title={`Move ${labels.quoted(titleOf(page))} to another space`}
      description="Its subpages move too. Links, comments, followers, owners and review dates stay with the pages."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={move}
        submit="Move page"
        isGuarded={false}
        onCancel={onClose}
        onSubmit={(values) =>
          move.mutate({
            params: { spaceId: space.id, pageId: page.id },
            body: {
              space: values.space,
              ...(values.into === TOP_LEVEL ? {} : { into: values.into }),
              base: space.revision,
            },
          })
        }
      >
        <SpaceField spaces={options} isLoading={isLoading} />
        {target && (
          <>
            {page.type !== 'group' && <ParentField key={target.id} spaceId={target.id} page={page} />}
            <MoveSummary spaceId={space.id} page={page} target={target.id} targetTitle={target.title} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** The other spaces in which the caller can edit; locked ones can't be chosen. */
function useTargetSpaces({ id: spaceId, organization }: Space) {
  const { spaces, isLoading } = useSpaceOptions(organization, ({ permissions }) => permissions.edit)
  const options = spaces
    .filter((one) => one.space.id !== spaceId)
    .map(({ space: { id, title, emoji, editMode }, where }) => ({
      space: { id, title, emoji },
      where,
      ...(editMode === 'locked' ? { disabledReason: 'Locked' } : {}),
    }))
  return { options, isLoading }
}

function SpaceField({ spaces, isLoading }: { spaces: readonly PickableSpace[]; isLoading: boolean }) {
  const { field, fieldState } = useController<Values, 'space'>({ name: 'space' })
  const into = useController<Values, 'into'>({ name: 'into' }).field
  return (
    <Field label="Space" error={fieldState.error?.message}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Spaces"
          isLoading={isLoading}
          spaces={spaces}
          selected={field.value === '' ? [] : [field.value]}
          onChange={([id = '']) => {
            field.onChange(id)
            into.onChange(TOP_LEVEL)
          }}
        />
      )}
    </Field>
  )
}

/** The page of the other space below which the page goes, by default none. */
function ParentField({ spaceId, page }: { spaceId: string; page: Page }) {
  const { field } = useController<Values, 'into'>({ name: 'into' })
  const { data, isPending } = useQuery(contentQuery({ spaceId }))
  return (
    <Field label="Parent page">
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Pages"
          noun="page"
          isLoading={isPending}
          spaces={data ? targetsFor(pageIndexOf(data.pages), page) : []}
          selected={[field.value]}
          onChange={([id = TOP_LEVEL]) => field.onChange(id)}
        />
      )}
    </Field>
  )
}
