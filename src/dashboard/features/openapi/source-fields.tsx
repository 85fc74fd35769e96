import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { mostSpecBytes } from '#contract/openapi-specs.ts'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { Field } from '../../components/ui/field.tsx'
import { slugFrom, titleIn } from './spec-words.ts'

const mostMegabytes = mostSpecBytes / 1024 / 1024

/** Where a specification comes from, as a form holds it. */
export const sourceFields = z.object({
  from: z.enum(['address', 'file', 'text']),
  url: z.string(),
  text: z.string(),
})
export type SourceValues = z.infer<typeof sourceFields>
export const noSource: SourceValues = { from: 'address', url: '', text: '' }

/** What is missing of a source, by its field. */
export function sourceFault({
  from,
  url,
  text,
}: SourceValues): { path: 'url' | 'text'; message: string } | null {
  if (from === 'address') {
    const isAddress = /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim())
    return isAddress ? null : { path: 'url', message: 'Give an address that begins with https://' }
  }
  if (text.trim() !== '') return null
  return { path: 'text', message: from === 'file' ? 'Choose a file' : 'Paste the specification' }
}

export const sourceBody = ({ from, url, text }: SourceValues) =>
  from === 'address' ? { url: url.trim() } : { text }

const ways = [
  { value: 'address', label: 'An address' },
  { value: 'file', label: 'A file' },
  { value: 'text', label: 'A pasted text' },
]

/** The three ways to give a specification; `onName` hears what it may be called. */
export function SourceFields({ onName }: { onName?: (slug: string) => void }) {
  const { watch, setValue, setError, clearErrors, formState } = useFormContext<SourceValues>()
  const from = watch('from')
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > mostSpecBytes) {
      setValue('text', '')
      setError('text', { message: `It is larger than ${mostMegabytes} MB` })
      return
    }
    const text = await file.text()
    clearErrors('text')
    setValue('text', text, { shouldDirty: true })
    onName?.(slugFrom(titleIn(text.slice(0, 20_000))) || slugFrom(file.name))
  }
  return (
    <>
      <SelectField name="from" label="Comes from" choices={ways} />
      {from === 'address' && (
        <div onInput={({ target }) => onName?.(slugFrom((target as HTMLInputElement).value))}>
          <TextField
            name="url"
            label="Address"
            type="url"
            mono
            autoComplete="off"
            placeholder="https://api.example.com/openapi.yaml"
            help="Read again every 6 hours."
          />
        </div>
      )}
      {from === 'file' && (
        <Field
          label="File"
          help={`JSON or YAML, at most ${mostMegabytes} MB`}
          error={formState.errors.text?.message}
        >
          {(tied) => (
            <input
              {...tied}
              type="file"
              className="oas-file"
              accept=".json,.yaml,.yml,application/json,application/yaml"
              onChange={({ target }) => void take(target.files?.[0])}
            />
          )}
        </Field>
      )}
      {from === 'text' && (
        <div
          onInput={({ target }) =>
            onName?.(slugFrom(titleIn((target as HTMLTextAreaElement).value.slice(0, 20_000))))
          }
        >
          <TextAreaField name="text" label="Specification" rows={10} placeholder="openapi: 3.1.0" />
        </div>
      )}
    </>
  )
}
