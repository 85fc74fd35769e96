import { useBlocker } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import { ApiError } from '#contract/client.ts'
import { errorMessage } from '../data/query-client.ts'
import { useMedia } from '../hooks/use-media.ts'
import { labels } from '../lib/labels.ts'
import { confirm } from './confirm-store.ts'
import { type Limits, limitsOf } from './limits.ts'
import { type FieldFace, StaleFields } from './stale-fields.tsx'
import { Button } from './ui/button.tsx'
import { DialogBody, DialogFoot } from './ui/dialog.tsx'
import { Icon } from './ui/icon.tsx'
import type { Stale } from './use-versioned-form.ts'

type Sending = { isPending: boolean; error: Error | null }

type Props<V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>
  /** The write, whose refusal is shown here; use `meta: { shown: 'in-form' }` with it. */
  mutation: Sending
  /** Word on the button. */
  submit: string
  /** `line` where another form of the page has what is done most: a screen has one button of ink. */
  look?: 'ink' | 'line'
  onSubmit: (values: O) => void
  /** When the schema refuses. */
  onInvalid?: () => void
  /** The body's schema: its limits are counted on screen. */
  schema?: unknown
  onCancel?: () => void
  note?: ReactNode
  /** `dialog` brings the dialog's body and foot, `bare` leaves buttons and fault to the caller (`FormFault`, `FormSubmit`). */
  shape?: 'dialog' | 'page' | 'bare'
  /** False for forms that may be left with words in them, such as signing in. */
  isGuarded?: boolean
  /** From `useVersionedForm`: asks which value stays where somebody else was faster. */
  stale?: Stale | undefined
  children: ReactNode
}

type Shared = {
  limits: Limits
  isPending: boolean
  submit: string
  look: 'ink' | 'line'
  fault: Error | null
  /** How the fields are called, by name; filled by the fields themselves. */
  faces: Map<string, FieldFace>
}

const FormContext = createContext<Shared>({
  limits: {},
  isPending: false,
  submit: '',
  look: 'ink',
  fault: null,
  faces: new Map(),
})
export const useFormContextOfKit = () => useContext(FormContext)

/** Tells the form how a field is called and how its values read, for when two people changed it. */
export function useFieldFace(name: string, label: ReactNode, say?: FieldFace['say']): void {
  const { faces } = useContext(FormContext)
  useEffect(() => {
    faces.set(name, say ? { label, say } : { label })
  })
}

/**
 * The one shell of forms: faults under their fields, other refusals above the button, sent by ⌘ ↵ or Enter, and
 * asking before words are lost.
 */
export function Form<V extends FieldValues, O>(props: Props<V, O>) {
  const { form, mutation, onSubmit, schema, shape = 'dialog', isGuarded = true, stale } = props
  const { submit, look = 'ink' } = props
  const [faces] = useState(() => new Map<string, FieldFace>())
  const element = useRef<HTMLFormElement>(null)
  useRefusalOnFields(form, mutation.error)
  const isSaved = form.formState.isSubmitSuccessful && !mutation.error && !stale
  useDirtyGuard(isGuarded && form.formState.isDirty && !mutation.isPending && !isSaved)
  const fault = faultOf(form, mutation.error)
  const parts = (
    <>
      {stale && <StaleFields stale={stale} faces={faces} isPending={mutation.isPending} />}
      <div className="form-parts" hidden={stale !== undefined}>
        {props.children}
      </div>
      {shape !== 'bare' && <FormFault />}
    </>
  )
  return (
    <FormProvider {...form}>
      <FormContext
        value={{ limits: limitsOf(schema), isPending: mutation.isPending, submit, look, fault, faces }}
      >
        <form
          ref={element}
          className={shape === 'dialog' ? undefined : 'form'}
          noValidate
          onSubmit={(event) => {
            event.stopPropagation()
            if (mutation.isPending || stale) event.preventDefault()
            if (mutation.isPending) return
            if (stale) stale.onSave()
            else void form.handleSubmit(onSubmit, props.onInvalid)(event)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            element.current?.requestSubmit()
          }}
        >
          {shape === 'dialog' ? <DialogBody>{parts}</DialogBody> : parts}
          {shape === 'dialog' && !stale && (
            <DialogFoot note={props.note}>
              <Buttons onCancel={props.onCancel} />
            </DialogFoot>
          )}
          {shape === 'page' && !stale && (
            <div className="form-foot">
              <Buttons onCancel={props.onCancel} />
              {props.note}
            </div>
          )}
        </form>
      </FormContext>
    </FormProvider>
  )
}

const Buttons = ({ onCancel }: { onCancel: (() => void) | undefined }) => (
  <>
    {onCancel && (
      <Button size="form" onClick={onCancel}>
        {labels.cancel}
      </Button>
    )}
    <FormSubmit />
  </>
)

/** The button that sends, for forms that place it themselves. */
export function FormSubmit({ className, withKeys = true }: { className?: string; withKeys?: boolean }) {
  const { submit, look, isPending } = useContext(FormContext)
  const hasKeyboard = useMedia('(hover: hover)')
  return (
    <Button
      type="submit"
      look={look}
      size="form"
      className={className}
      aria-busy={isPending}
      aria-disabled={isPending || undefined}
      keys={withKeys && hasKeyboard ? 'mod+enter' : undefined}
    >
      {submit}
    </Button>
  )
}

/** What no field can show, for forms that place it themselves. */
export function FormFault() {
  const { fault } = useContext(FormContext)
  if (!fault) return null
  const requestId = fault instanceof ApiError && fault.status >= 500 ? fault.requestId : undefined
  return (
    <p className="form-fault" role="alert">
      <Icon of={CircleAlert} size="s" />
      <span>
        {errorMessage(fault)}
        {requestId && <small>Request {requestId}</small>}
      </span>
    </p>
  )
}

/** Path of a fault within the body, as the form names its fields; undefined for faults elsewhere. */
const fieldOf = (path: readonly (string | number)[]): string | undefined =>
  path[0] === 'body' && path.length > 1 ? path.slice(1).join('.') : undefined

function useRefusalOnFields<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  error: Error | null,
) {
  useEffect(() => {
    if (!(error instanceof ApiError)) return
    for (const { path, message } of error.issues) {
      const field = fieldOf(path)
      if (field && isField(form, field))
        form.setError(field as Path<V>, { type: 'service', message }, { shouldFocus: true })
    }
  }, [form, error])
}

const isField = <V extends FieldValues, O>(form: UseFormReturn<V, unknown, O>, name: string): boolean =>
  name
    .split('.')
    .reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), form.control._fields) !== undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What no field can show. */
function faultOf<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  error: Error | null,
): Error | null {
  if (!(error instanceof ApiError) || error.issues.length === 0) return error
  const isShown = error.issues.every(({ path }) => {
    const field = fieldOf(path)
    return field !== undefined && isField(form, field)
  })
  return isShown ? null : error
}

function useDirtyGuard(isDirty: boolean): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => !(await confirm({ title: labels.leaveDirty, act: 'Leave', keep: 'Stay' })),
  })
}
