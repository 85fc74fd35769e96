import { type FormEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import { uri } from '#contract/shared/values.ts'
import { redirectSource, type SiteRedirect } from '#contract/site-redirects.ts'
import type { SiteParts } from '../../components/site-target/site-parts.ts'
import { destinationOf, type Target, targetOfDestination } from '../../components/site-target/target.ts'
import { TargetPicker } from '../../components/site-target/target-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field, FieldError } from '../../components/ui/field.tsx'
import { Checkbox, ChoiceLine, TextInput } from '../../components/ui/inputs.tsx'
import { isRefusal, useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import type { SitePlace } from './redirect-queries.ts'
import { useRedirectActs } from './use-redirect-acts.ts'

type Props = {
  place: SitePlace
  parts: SiteParts
  redirect?: SiteRedirect | undefined
  /** From where a new one is to lead, where that is known. */
  source?: string | undefined
  onClose: () => void
}

/** Makes a redirect, or changes one. */
export function RedirectDialog({ place, parts, redirect, source: wanted = '/', onClose }: Props) {
  const [source, setSource] = useState(redirect?.source ?? wanted)
  const [target, setTarget] = useState<Target>(
    redirect ? targetOfDestination(redirect.destination) : { kind: 'none' },
  )
  const [permanent, setPermanent] = useState(redirect?.permanent ?? true)
  const [isTried, setIsTried] = useState(false)
  const { change } = useRedirectActs(place)
  const { organizationId, siteId } = place
  const done = { meta: { shown: 'in-form' as const }, onSuccess: onClose }
  const creating = useApi(api.siteRedirects.create, done)
  const updating = useApi(api.siteRedirects.update, done)
  const { error, isPending } = redirect ? updating : creating
  const faults = { source: sourceFault(source), target: targetFault(target) }
  const refused = isRefusal(error) ? error.issues : []
  const atSource = refused.find(({ path }) => path[1] === 'source')?.message
  const atTarget = refused.find(({ path }) => path[1] === 'destination')?.message
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsTried(true)
    const destination = destinationOf(target)
    if (faults.source || faults.target || destination === null || isPending) return
    const body = { source, destination, permanent }
    const params = { organizationId, siteId }
    if (!redirect)
      return creating.mutate(
        { params, body },
        { onSuccess: () => toast.done(`Added the redirect of ${source}`) },
      )
    updating.mutate(
      { params: { ...params, siteRedirectId: redirect.id }, body, ifMatch: redirect.version },
      {
        onSuccess: (now) => toast.undoable(`Changed the redirect of ${source}`, () => change(now, redirect)),
      },
    )
  }
  const other = error && !atSource && !atTarget ? reasonOf(error) : undefined
  return (
    <Dialog title={redirect ? `Change the redirect of ${redirect.source}` : 'New redirect'} onClose={onClose}>
      <form noValidate onSubmit={send}>
        <DialogBody>
          <Field
            label="From"
            help="A path below the site, such as /old/guide."
            error={(isTried && faults.source) || atSource}
          >
            {(tied) => (
              <TextInput
                {...tied}
                mono
                autoComplete="off"
                value={source}
                onChange={(event) => setSource(event.target.value.trim())}
              />
            )}
          </Field>
          <Field label="To" error={(isTried && faults.target) || atTarget}>
            {(tied) => (
              <TargetPicker
                {...tied}
                of="the redirect"
                parts={parts}
                withSections
                value={target}
                onChange={setTarget}
              />
            )}
          </Field>
          <ChoiceLine
            control={
              <Checkbox checked={permanent} onChange={(event) => setPermanent(event.target.checked)} />
            }
            help="Browsers and search engines remember it (308). Without it they ask again each time (307)."
          >
            For good
          </ChoiceLine>
          {other && <FieldError id="redirect-fault">{other}</FieldError>}
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" look="ink" size="form" aria-busy={isPending}>
            {redirect ? words.save : 'Add redirect'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const sourceFault = (source: string): string | undefined => {
  const read = redirectSource.safeParse(source)
  return read.success ? undefined : read.error.issues[0]?.message
}

function targetFault(target: Target): string | undefined {
  if (target.kind === 'none') return 'Choose where it leads'
  if (target.kind !== 'address' || uri.safeParse(target.url).success) return undefined
  return 'Give an absolute http or https address'
}
