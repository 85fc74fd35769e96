import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type BulkRedirect, MAX_BULK_REDIRECTS, type RedirectResult } from '#contract/site-redirects.ts'
import { TextAreaField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import type { SiteOutline } from '../../components/site-target/target.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { callApi, useApi } from '../../data/api.ts'
import { pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { type PastedLine, parseRedirects } from './parse-redirects.ts'
import styles from './redirects.module.css'
import { shownSource } from './source.ts'

const { putMany } = api.siteRedirects

type Props = { params: SiteParams; parts: SiteOutline; onClose: () => void }
type PreviewedLine = { readonly line: PastedLine; readonly result: RedirectResult }

/** The text as the lines of one request. */
const fieldsFor = (parts: SiteOutline) =>
  z.object({
    text: z
      .string()
      .transform((text) => parseRedirects(text, parts))
      .superRefine(({ length }, context) => {
        if (length === 0) context.addIssue({ code: 'custom', message: 'Enter at least one redirect' })
        if (length > MAX_BULK_REDIRECTS)
          context.addIssue({
            code: 'custom',
            message: `Paste ${MAX_BULK_REDIRECTS} redirects or fewer. This text has ${length}`,
          })
      }),
  })
type Values = z.input<ReturnType<typeof fieldsFor>>
type Lines = z.output<ReturnType<typeof fieldsFor>>

/** Adds many redirects from a text, after a preview of each result. */
export function PasteDialog({ params, parts, onClose }: Props) {
  const [preview, setPreview] = useState<readonly PreviewedLine[] | null>(null)
  const schema = useMemo(() => fieldsFor(parts), [parts])
  const form = useForm<Values, unknown, Lines>({ resolver: zodResolver(schema), defaultValues: { text: '' } })
  const previewing = usePreview(params, (lines) => {
    setPreview(lines)
    // Nothing is saved yet, so leaving still asks.
    form.reset(form.getValues(), { keepDefaultValues: true, keepDirty: true })
  })
  return (
    <Dialog
      title="Paste redirects"
      description="CSV, two columns, or the redirects of a .gitbook.yaml. An empty second column deletes the redirect."
      size={preview ? 'wide' : undefined}
      onClose={onClose}
    >
      {preview ? (
        <WriteForm {...{ params, form, preview, onClose }} onBack={() => setPreview(null)} />
      ) : (
        <Form
          form={form}
          mutation={previewing}
          submit="Preview"
          onCancel={onClose}
          onSubmit={({ text: lines }) => previewing.mutate(lines)}
        >
          <RedirectsField parts={parts} />
          <ChooseFile />
        </Form>
      )}
    </Dialog>
  )
}

type WriteFormProps = {
  params: SiteParams
  form: UseFormReturn<Values, unknown, Lines>
  preview: readonly PreviewedLine[]
  onBack: () => void
  onClose: () => void
}

/** Shows the result of each line and writes those that change something. */
function WriteForm({ params, form, preview, onBack, onClose }: WriteFormProps) {
  const writing = useApi(putMany, {
    meta: { shown: 'in-form' },
    onSuccess: ({ results }) => {
      const written = results.filter(({ status }) => status !== 'error')
      toast.done(`Saved ${pluralize(written.length, 'redirect')}`)
      onClose()
    },
  })
  const changes = preview.filter(({ result }) => result.status !== 'error' && result.status !== 'unchanged')
  const redirects = redirectsOf(changes.map(({ line }) => line))
  return (
    <Form
      form={form}
      mutation={writing}
      submit={`Save ${pluralize(redirects.length, 'redirect')}`}
      disabledReason={redirects.length === 0 ? 'None of these lines can be saved' : undefined}
      note={summary(preview)}
      cancel="Back"
      onCancel={onBack}
      onSubmit={() => writing.mutate({ params, body: { redirects } })}
    >
      <Report preview={preview} />
    </Form>
  )
}

/** Checks what would become of each line, without writing it. */
function usePreview(params: SiteParams, onPreview: (lines: readonly PreviewedLine[]) => void) {
  return useMutation({
    mutationKey: ['siteRedirects', 'preview'],
    meta: { shown: 'in-form' },
    mutationFn: async (lines: readonly PastedLine[]) => {
      const redirects = redirectsOf(lines)
      if (redirects.length === 0) return withResults(lines, [])
      const { results } = await callApi(putMany, { params, body: { redirects, dryRun: true } })
      return withResults(lines, results)
    },
    onSuccess: onPreview,
  })
}

function RedirectsField({ parts }: { parts: SiteOutline }) {
  const text = useFormContext<Values>().watch('text')
  const count = useMemo(() => parseRedirects(text, parts).length, [text, parts])
  return (
    <TextAreaField
      name="text"
      label="Redirects"
      rows={10}
      mono
      placeholder={'/old/guide, https://example.org/new\n/old/start, /start'}
      help={text === '' ? undefined : pluralize(count, 'redirect')}
    />
  )
}

const MAX_FILE_BYTES = 1_048_576

/** Reads the text from a file instead. */
function ChooseFile() {
  const input = useRef<HTMLInputElement>(null)
  const { setValue, setError } = useFormContext<Values>()
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MAX_FILE_BYTES) setError('text', { message: `${file.name} is larger than 1 MB` })
    else setValue('text', await file.text(), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with redirects"
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
  const all = lines.map((line): PreviewedLine => {
    const preview = line.redirect === null ? undefined : remaining.shift()
    return {
      line,
      result: preview ?? { status: 'error', source: line.source, draft: false, error: line.error },
    }
  })
  // What needs attention must not have to be searched for among hundreds of lines.
  return all.sort((one, other) => attention(other) - attention(one))
}

const attention = (previewed: PreviewedLine): number =>
  previewed.result.status === 'error' ? 2 : notesOf(previewed).length > 0 ? 1 : 0

function summary(preview: readonly PreviewedLine[]): string {
  const errors = preview.filter(({ result }) => result.status === 'error').length
  return errors === 0 ? 'All lines can be saved' : `${pluralize(errors, 'line')} will be skipped`
}

const statusLabels: Readonly<Record<RedirectResult['status'], string>> = {
  created: 'New',
  updated: 'Changed',
  deleted: 'Deleted',
  published: 'Goes live',
  unchanged: 'No change',
  error: 'Skipped',
}
const noteLabels = {
  chain: 'goes to another redirect',
  shadowed: 'a page at this path is shown instead',
} as const

/** What is worth knowing about a line: why it is skipped, or what it does other than expected. */
function notesOf({ line: { omitted = [] }, result: { error, notes = [] } }: PreviewedLine): string[] {
  if (error !== undefined) return [error]
  return [...notes.map((note) => noteLabels[note]), ...omitted.map((part) => `without “${part}”`)]
}

/** The text field that had the focus is gone; here it is inside the form, which ⌘ ↵ submits. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus()

const Report = ({ preview }: { preview: readonly PreviewedLine[] }) => (
  <div
    className={styles.report}
    role="region"
    aria-label="Result"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
    tabIndex={0}
    ref={focusOnMount}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {preview.map((previewed) => (
          <ReportRow key={previewed.line.line} previewed={previewed} />
        ))}
      </tbody>
    </table>
  </div>
)

function ReportRow({ previewed }: { previewed: PreviewedLine }) {
  const { line, result } = previewed
  const notes = notesOf(previewed)
  return (
    <tr>
      <td className="num faint">{line.line}</td>
      <td className="mono">{shownSource(line.source)}</td>
      <td className="mono">{line.to || '–'}</td>
      <td>
        <span className={result.status === 'error' ? 'i-danger' : undefined}>
          {statusLabels[result.status]}
        </span>
        {notes.length > 0 && <span className="soft">{`: ${notes.join('; ')}`}</span>}
      </td>
    </tr>
  )
}
