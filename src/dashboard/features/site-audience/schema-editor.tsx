import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type SiteAdaptiveSchema, type VisitorSchema, visitorSchema } from '#contract/site-audience.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { Select, TextArea, TextInput } from '../../components/ui/inputs.tsx'
import { useUnsavedChangesGuard } from '../../components/use-form-guard.ts'
import { useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import styles from './audience.module.css'
import { schemaQuery } from './queries.ts'
import { newRow, type RowType, rowsError, rowsOf, type SchemaRow, schemaOf } from './schema-rows.ts'

type Props = {
  params: SiteParams
  stored: SiteAdaptiveSchema
  canEdit: boolean
  isJson: boolean
  onToggleJson: (isJson: boolean) => void
}

const formatSchema = (schema: VisitorSchema): string => JSON.stringify(schema, null, 2)

/** The schema that a text contains, or why it is invalid. */
function parseSchema(text: string): VisitorSchema | string {
  try {
    const read = visitorSchema.safeParse(JSON.parse(text))
    if (read.success) return read.data
    const [issue] = read.error.issues
    return `${issue?.path.join('.') || 'The schema'}: ${issue?.message ?? 'isn’t valid'}`
  } catch {
    return 'This isn’t valid JSON'
  }
}

/** Edits the visitor schema: claims as rows, or JSON. */
export function SchemaEditor({ params, stored, canEdit, isJson, onToggleJson }: Props) {
  /** What the edits started from: someone else’s change must not replace them, and makes the service refuse them. */
  const [opened, setOpened] = useState(stored)
  const [rows, setRows] = useState(() => rowsOf(stored.jsonSchema))
  const [text, setText] = useState(() => formatSchema(stored.jsonSchema))
  const [fault, setFault] = useState<string>()
  const save = useSaveSchema(params, opened)
  const show = (now: SiteAdaptiveSchema) => {
    setOpened(now)
    setRows(rowsOf(now.jsonSchema))
    setText(formatSchema(now.jsonSchema))
    setFault(undefined)
  }
  const before = formatSchema(isJson ? opened.jsonSchema : schemaOf(rowsOf(opened.jsonSchema)))
  const isDirty =
    (isJson ? text : formatSchema(schemaOf(rows))) !== before ||
    (!isJson && rows.some(({ name }) => name === ''))
  if (opened.version !== stored.version && !isDirty) show(stored)
  useUnsavedChangesGuard({ isDirty: canEdit && isDirty, save: () => send(), survivesSearch: true })
  const turn = () => {
    const read = isJson ? parseSchema(text) : undefined
    if (typeof read === 'string') return setFault(read)
    if (read) setRows(rowsOf(read))
    else setText(formatSchema(schemaOf(rows)))
    setFault(undefined)
    onToggleJson(!isJson)
  }
  /** False if the claims were refused. */
  const send = async (): Promise<boolean> => {
    const wrong = isJson ? undefined : rowsError(rows)
    const schema = isJson ? parseSchema(text) : schemaOf(rows)
    if (wrong !== undefined || typeof schema === 'string') {
      setFault(wrong ?? String(schema))
      return false
    }
    setFault(undefined)
    const saved = await save.run(schema)
    if (saved) show(saved)
    return saved !== undefined
  }
  return (
    <div className={styles.section}>
      <div className="section-head">
        <h3>Claims</h3>
        <Button onClick={turn}>{isJson ? 'As rows' : 'As JSON'}</Button>
      </div>
      {isJson ? (
        <TextArea
          className="mono"
          aria-label="Schema"
          rows={14}
          spellCheck={false}
          readOnly={!canEdit}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <ClaimRows rows={rows} canEdit={canEdit} onChange={setRows} />
      )}
      {(fault ?? save.fault) && <FieldError id="schema-fault">{fault ?? save.fault}</FieldError>}
      {canEdit && isDirty && (
        <div className="form-foot">
          <Button variant="primary" size="form" aria-busy={save.isPending} onClick={() => void send()}>
            Save claims
          </Button>
          <Button
            size="form"
            onClick={() => {
              show(stored)
              save.reset()
            }}
          >
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

function useSaveSchema(params: SiteParams, held: SiteAdaptiveSchema) {
  const client = useQueryClient()
  const show = (now: SiteAdaptiveSchema) => client.setQueryData(schemaQuery(params).queryKey, now)
  const saving = useApi(api.siteAudience.putSchema, { meta: { shown: 'in-form' } })
  const undoing = useApi(api.siteAudience.putSchema, {
    meta: { refused: 'Couldn’t undo the change to the claims' },
  })
  return {
    isPending: saving.isPending,
    reset: saving.reset,
    fault: saving.error ? errorMessage(saving.error) : undefined,
    /** Undefined if it was refused, for the reason in `fault`. */
    run: (jsonSchema: VisitorSchema): Promise<SiteAdaptiveSchema | undefined> =>
      saving.mutateAsync({ params, body: { jsonSchema }, ifMatch: held.version }).then(
        (now) => {
          show(now)
          offerUndo('Saved the claims', () =>
            undoing.mutate(
              { params, body: { jsonSchema: held.jsonSchema }, ifMatch: now.version },
              { onSuccess: show },
            ),
          )
          return now
        },
        () => undefined,
      ),
  }
}

const typeChoices: { value: RowType; label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'list', label: 'List of text values' },
]
const signatureChoices = [
  { value: 'signed', label: 'Signed' },
  { value: 'unsigned', label: 'Unsigned' },
]

type ClaimRowsProps = { rows: readonly SchemaRow[]; canEdit: boolean; onChange: (rows: SchemaRow[]) => void }

function ClaimRows({ rows, canEdit, onChange }: ClaimRowsProps) {
  const put = (row: SchemaRow, more: Partial<SchemaRow>) =>
    onChange(rows.map((one) => (one === row ? { ...row, ...more } : one)))
  return (
    <>
      {rows.length === 0 && <p className="soft">No claims yet.</p>}
      <ul className={styles.claims} aria-label="Claims">
        {rows.map((row) => (
          <li key={row.id}>
            <ClaimRow
              row={row}
              canEdit={canEdit}
              onChange={(more) => put(row, more)}
              onRemove={() => onChange(rows.filter((one) => one !== row))}
            />
          </li>
        ))}
      </ul>
      {canEdit && (
        <div>
          <Button icon={Plus} onClick={() => onChange([...rows, newRow()])}>
            Add claim
          </Button>
        </div>
      )}
    </>
  )
}

type ClaimRowProps = {
  row: SchemaRow
  canEdit: boolean
  onChange: (more: Partial<SchemaRow>) => void
  onRemove: () => void
}

function ClaimRow({ row, canEdit, onChange, onRemove }: ClaimRowProps) {
  const name = row.name || 'new claim'
  return (
    <fieldset className={styles.claim} disabled={!canEdit}>
      <legend className="sr">{name}</legend>
      <TextInput
        mono
        aria-label={`Name of ${name}`}
        placeholder="plan"
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value.trim() })}
      />
      {row.rawProperty ? (
        <span className="soft">An object or list. Edit it as JSON</span>
      ) : (
        <Select
          aria-label={`Type of ${name}`}
          choices={typeChoices}
          value={row.type}
          onChange={({ target }) =>
            onChange({
              type: typeChoices.find(({ value }) => value === target.value)?.value ?? 'string',
              values: [],
            })
          }
        />
      )}
      <Select
        aria-label={`Signature of ${name}`}
        choices={signatureChoices}
        value={row.isUnsigned ? 'unsigned' : 'signed'}
        onChange={({ target }) => onChange({ isUnsigned: target.value === 'unsigned' })}
      />
      <TextInput
        aria-label={`Values of ${name}`}
        placeholder={row.type === 'string' && !row.rawProperty ? 'Any text, or a list such as free, pro' : ''}
        disabled={row.type !== 'string' || row.rawProperty !== undefined}
        defaultValue={row.values.join(', ')}
        onBlur={({ target }) =>
          onChange({
            values: [
              ...new Set(
                target.value
                  .split(',')
                  .map((one) => one.trim())
                  .filter(Boolean),
              ),
            ],
          })
        }
      />
      <TextInput
        aria-label={`Description of ${name}`}
        placeholder="Description"
        maxLength={1024}
        disabled={row.rawProperty !== undefined}
        value={row.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <IconButton small tip={false} icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  )
}
