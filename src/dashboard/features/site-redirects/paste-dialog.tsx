import { FileUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { RedirectOfMany, RedirectResult } from '#contract/site-redirects.ts'
import type { SiteParts } from '../../components/site-target/site-parts.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field, FieldError } from '../../components/ui/field.tsx'
import { TextArea } from '../../components/ui/inputs.tsx'
import { ask, useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import { type PastedLine, redirectsIn } from './pasted.ts'
import type { SitePlace } from './redirect-queries.ts'

const most = 500

type Props = { place: SitePlace; parts: SiteParts; onClose: () => void }
type Told = { readonly line: PastedLine; readonly result: RedirectResult }

/** Many redirects out of a text: what would become of each is told before anything is written. */
export function PasteDialog({ place, parts, onClose }: Props) {
  const [text, setText] = useState('')
  const [told, setTold] = useState<readonly Told[] | null>(null)
  const [fault, setFault] = useState<string>()
  const { organizationId, siteId } = place
  const params = { organizationId, siteId }
  const lines = useMemo(() => redirectsIn(text, parts), [text, parts])
  const sending = useApi(api.siteRedirects.putMany, { meta: { shown: 'in-form' } })
  const look = async () => {
    if (lines.length === 0) return setFault('There is no redirect in this text')
    if (lines.length > most) return setFault(`Paste at most ${most} at once; these are ${lines.length}`)
    setFault(undefined)
    try {
      const redirects = sendable(lines)
      const { results } =
        redirects.length === 0
          ? { results: [] }
          : await ask(api.siteRedirects.putMany, { params, body: { redirects, dryRun: true } })
      setTold(joined(lines, results))
    } catch (error) {
      setFault(reasonOf(error))
    }
  }
  const good = told?.filter(({ result }) => result.status !== 'error' && result.status !== 'unchanged') ?? []
  const write = () =>
    sending.mutate(
      { params, body: { redirects: sendable(good.map(({ line }) => line)) } },
      {
        onSuccess: ({ results }) => {
          toast.done(
            `Wrote ${counted(results.filter(({ status }) => status !== 'error').length, 'redirect')}`,
          )
          onClose()
        },
      },
    )
  return (
    <Dialog
      title="Paste redirects"
      description="CSV, two columns, or the redirects of a .gitbook.yaml. An empty second column deletes."
      onClose={onClose}
    >
      <DialogBody>
        {told ? (
          <Report told={told} />
        ) : (
          <Field
            label="Redirects"
            error={fault}
            help={text === '' ? undefined : `${counted(lines.length, 'redirect')} found`}
          >
            {(tied) => (
              <TextArea
                {...tied}
                className="mono"
                rows={10}
                spellCheck={false}
                placeholder={'/old/guide, https://example.org/new\n/old/start, /start'}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        )}
        {!told && <ChooseFile onText={setText} onFault={setFault} />}
        {sending.error && <FieldError id="paste-fault">{reasonOf(sending.error)}</FieldError>}
      </DialogBody>
      <DialogFoot note={told ? summary(told) : undefined}>
        <Button size="form" onClick={told ? () => setTold(null) : onClose}>
          {told ? 'Back to the text' : words.cancel}
        </Button>
        {told ? (
          <Button
            look="ink"
            size="form"
            aria-busy={sending.isPending}
            disabledReason={good.length === 0 ? 'Nothing of this can be written' : undefined}
            onClick={write}
          >
            {`Write ${counted(good.length, 'redirect')}`}
          </Button>
        ) : (
          <Button look="ink" size="form" onClick={() => void look()}>
            Look at them
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

const longest = 1_048_576

/** The text of a file of the reader's, in the place of what is pasted. */
function ChooseFile({
  onText,
  onFault,
}: {
  onText: (text: string) => void
  onFault: (fault: string | undefined) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > longest) return onFault(`${file.name} is larger than 1 MB`)
    onFault(undefined)
    onText(await file.text())
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A file of them"
        accept=".csv,.tsv,.txt,.yaml,.yml,text/csv,text/plain"
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file may be chosen again once it was changed.
          target.value = ''
        }}
      />
      <Button look="line" icon={FileUp} onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
    </div>
  )
}

const sendable = (lines: readonly PastedLine[]): RedirectOfMany[] =>
  lines.flatMap(({ redirect }) => redirect ?? [])

/** Results come in the order of those that were sent; what could not be sent has its own fault. */
function joined(lines: readonly PastedLine[], results: readonly RedirectResult[]): Told[] {
  const left = [...results]
  return lines.map((line) => {
    const told = line.redirect === null ? undefined : left.shift()
    return { line, result: told ?? { status: 'error', source: line.source, draft: false, error: line.fault } }
  })
}

function summary(told: readonly Told[]): string {
  const faults = told.filter(({ result }) => result.status === 'error').length
  return faults === 0 ? 'All of them can be written' : `${counted(faults, 'line')} left out`
}

const statusWords: Readonly<Record<RedirectResult['status'], string>> = {
  created: 'New',
  updated: 'Changes',
  deleted: 'Is deleted',
  unchanged: 'Is so already',
  error: 'Left out',
}
const noteWords = {
  chain: 'leads to another redirect',
  shadowed: 'a page stands there and is shown instead',
} as const

const Report = ({ told }: { told: readonly Told[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
  <div className="paste-report" role="region" aria-label="What becomes of each" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">From</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {told.map(({ line, result }) => (
          <tr key={line.line}>
            <td className="num faint">{line.line}</td>
            <td className="mono">{line.source}</td>
            <td>
              <span className={result.status === 'error' ? 'i-danger' : undefined}>
                {statusWords[result.status]}
              </span>
              {(result.error || result.notes) && (
                <span className="soft">
                  {': '}
                  {result.error ?? result.notes?.map((note) => noteWords[note]).join('; ')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
