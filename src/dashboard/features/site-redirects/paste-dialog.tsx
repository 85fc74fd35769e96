import { FileUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { BulkRedirect, RedirectResult } from '#contract/site-redirects.ts'
import type { SiteOutline } from '../../components/site-target/target.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field, FieldError } from '../../components/ui/field.tsx'
import { TextArea } from '../../components/ui/inputs.tsx'
import { callApi, useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { type PastedLine, parseRedirects } from './parse-redirects.ts'
import styles from './redirects.module.css'

const MAX_REDIRECTS = 500

type Props = { params: SiteParams; parts: SiteOutline; onClose: () => void }
type PreviewedLine = { readonly line: PastedLine; readonly result: RedirectResult }

/** Adds many redirects from a text, after a preview of each result. */
export function PasteDialog({ params, parts, onClose }: Props) {
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<readonly PreviewedLine[] | null>(null)
  const [error, setError] = useState<string>()
  const lines = useMemo(() => parseRedirects(text, parts), [text, parts])
  const sending = useApi(api.siteRedirects.putMany, { meta: { shown: 'in-form' } })
  const showPreview = async () => {
    if (lines.length === 0) return setError('There is no redirect in this text')
    if (lines.length > MAX_REDIRECTS)
      return setError(`Paste at most ${MAX_REDIRECTS} at once; these are ${lines.length}`)
    setError(undefined)
    try {
      const redirects = redirectsOf(lines)
      const { results } =
        redirects.length === 0
          ? { results: [] }
          : await callApi(api.siteRedirects.putMany, { params, body: { redirects, dryRun: true } })
      setPreview(withResults(lines, results))
    } catch (failure) {
      setError(errorMessage(failure))
    }
  }
  const writable =
    preview?.filter(({ result }) => result.status !== 'error' && result.status !== 'unchanged') ?? []
  const save = () =>
    sending.mutate(
      { params, body: { redirects: redirectsOf(writable.map(({ line }) => line)) } },
      {
        onSuccess: ({ results }) => {
          toast.done(
            `Wrote ${pluralize(results.filter(({ status }) => status !== 'error').length, 'redirect')}`,
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
        {preview ? (
          <Report preview={preview} />
        ) : (
          <Field
            label="Redirects"
            error={error}
            help={text === '' ? undefined : `${pluralize(lines.length, 'redirect')} found`}
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
        {!preview && <ChooseFile onText={setText} onError={setError} />}
        {sending.error && <FieldError id="paste-fault">{errorMessage(sending.error)}</FieldError>}
      </DialogBody>
      <DialogFoot note={preview ? summary(preview) : undefined}>
        <Button size="form" onClick={preview ? () => setPreview(null) : onClose}>
          {preview ? 'Back to the text' : labels.cancel}
        </Button>
        {preview ? (
          <Button
            variant="primary"
            size="form"
            aria-busy={sending.isPending}
            disabledReason={writable.length === 0 ? 'Nothing of this can be written' : undefined}
            onClick={save}
          >
            {`Write ${pluralize(writable.length, 'redirect')}`}
          </Button>
        ) : (
          <Button variant="primary" size="form" onClick={() => void showPreview()}>
            Look at them
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

const MAX_FILE_BYTES = 1_048_576

/** Reads the text from a file instead. */
function ChooseFile({
  onText,
  onError,
}: {
  onText: (text: string) => void
  onError: (error: string | undefined) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MAX_FILE_BYTES) return onError(`${file.name} is larger than 1 MB`)
    onError(undefined)
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
          void readFile(target.files?.[0])
          // Lets people choose the same file again after they have edited it.
          target.value = ''
        }}
      />
      <Button variant="outline" icon={FileUp} onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
    </div>
  )
}

const redirectsOf = (lines: readonly PastedLine[]): BulkRedirect[] =>
  lines.flatMap(({ redirect }) => redirect ?? [])

/** Results come in the order of those that were sent; what could not be sent has its own error. */
function withResults(lines: readonly PastedLine[], results: readonly RedirectResult[]): PreviewedLine[] {
  const remaining = [...results]
  return lines.map((line) => {
    const preview = line.redirect === null ? undefined : remaining.shift()
    return {
      line,
      result: preview ?? { status: 'error', source: line.source, draft: false, error: line.error },
    }
  })
}

function summary(preview: readonly PreviewedLine[]): string {
  const errors = preview.filter(({ result }) => result.status === 'error').length
  return errors === 0 ? 'All of them can be written' : `${pluralize(errors, 'line')} left out`
}

const statusLabels: Readonly<Record<RedirectResult['status'], string>> = {
  created: 'New',
  updated: 'Changes',
  deleted: 'Is deleted',
  unchanged: 'Is so already',
  error: 'Left out',
}
const noteLabels = {
  chain: 'leads to another redirect',
  shadowed: 'a page stands there and is shown instead',
} as const

const Report = ({ preview }: { preview: readonly PreviewedLine[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
  <div className={styles.report} role="region" aria-label="What becomes of each" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">From</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {preview.map(({ line, result }) => (
          <tr key={line.line}>
            <td className="num faint">{line.line}</td>
            <td className="mono">{line.source}</td>
            <td>
              <span className={result.status === 'error' ? 'i-danger' : undefined}>
                {statusLabels[result.status]}
              </span>
              {(result.error || result.notes) && (
                <span className="soft">
                  {': '}
                  {result.error ?? result.notes?.map((note) => noteLabels[note]).join('; ')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
