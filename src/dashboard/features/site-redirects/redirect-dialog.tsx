import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { uri } from '#contract/shared/values.ts'
import { redirectSource, type SiteRedirect, siteRedirects } from '#contract/site-redirects.ts'
import { CheckboxField, TextField, useField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import {
  destinationOf,
  type SiteOutline,
  type Target,
  targetOfDestination,
} from '../../components/site-target/target.ts'
import { TargetPicker } from '../../components/site-target/target-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { useRedirectActions } from './mutations.ts'
import { shownSource, sourceOf } from './source.ts'

type Props = {
  params: SiteParams
  parts: SiteOutline
  redirect?: SiteRedirect | undefined
  /** The source of a new redirect, if it is known. */
  source?: string | undefined
  onClose: () => void
}

const fields = z.object({
  source: z.string().transform(sourceOf).pipe(redirectSource),
  destination: z.custom<Target>().superRefine((target, context) => {
    const message = targetError(target)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
  captureWildcard: z.boolean(),
  permanent: z.boolean(),
})
type Values = z.infer<typeof fields>

/** Creates or edits a redirect. */
export function RedirectDialog({ params, parts, redirect, source = '/', onClose }: Props) {
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: {
      source: shownSource(redirect?.source ?? source),
      destination: redirect ? targetOfDestination(redirect.destination) : { kind: 'none' },
      captureWildcard: redirect?.captureWildcard ?? false,
      permanent: redirect?.permanent ?? true,
    },
  })
  const { change } = useRedirectActions(params)
  const options = { meta: { shown: 'in-form' as const }, onSuccess: onClose }
  const creation = useApi(api.siteRedirects.create, options)
  const update = useApi(api.siteRedirects.update, options)
  const save = ({ source, destination: target, captureWildcard, permanent }: Values) => {
    const destination = destinationOf(target)
    if (destination === null) return
    const body = { source, destination, captureWildcard: captureWildcard && isWildcard(source), permanent }
    if (!redirect)
      return creation.mutate(
        { params, body },
        { onSuccess: () => toast.done(`Added the redirect from ${shownSource(source)}`) },
      )
    update.mutate(
      { params: { ...params, siteRedirectId: redirect.id }, body, ifMatch: redirect.version },
      {
        onSuccess: (now) =>
          offerUndo(`Changed the redirect from ${shownSource(source)}`, () => change(now, redirect)),
      },
    )
  }
  return (
    <Dialog
      title={redirect ? `Change the redirect from ${shownSource(redirect.source)}` : 'New redirect'}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={redirect ? update : creation}
        schema={siteRedirects.create.body}
        submit={redirect ? labels.save : 'Add redirect'}
        onCancel={onClose}
        onSubmit={save}
      >
        <TextField
          name="source"
          label="From"
          help="A path on the site, such as /old/guide, or /old/* for everything below /old."
          mono
          autoComplete="off"
        />
        <DestinationField parts={parts} />
        <CaptureField />
        <CheckboxField
          name="permanent"
          label="Permanent (308)"
          help="Browsers and search engines remember a permanent redirect. A temporary one (307) is checked each time."
        />
      </Form>
    </Dialog>
  )
}

function DestinationField({ parts }: { parts: SiteOutline }) {
  const { error } = useField('destination', 'To')
  const { field } = useController<Values, 'destination'>({ name: 'destination' })
  return (
    <Field label="To" error={error}>
      {(inputProps) => (
        <TargetPicker
          {...inputProps}
          of="the redirect"
          parts={parts}
          withSections
          value={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}

const isWildcard = (source: string): boolean => source.trim().endsWith('*')

function CaptureField() {
  const source = useWatch<Values, 'source'>({ name: 'source' })
  if (!isWildcard(source)) return null
  return (
    <CheckboxField
      name="captureWildcard"
      label="Add the rest of the path"
      help="What “*” matches is added to the target. Otherwise all paths go to the target itself."
    />
  )
}

function targetError(target: Target): string | undefined {
  if (target.kind === 'none') return 'Choose a target'
  if (target.kind !== 'address' || uri.safeParse(target.url).success) return undefined
  return 'Enter an address that starts with http:// or https://'
}
